/** What handlers about accounts read from a request, and how whoever comes in is let in. */
import { AtriumError, forbidden, unauthenticated } from '@atrium/sdk'
import type { Arriving } from '@atrium/sdk/kernel/auth'
import type { BrowserApi, KernelCtx } from '../kernel-ctx.ts'
import type { Entered } from './entry.ts'
import type { Identity } from './identity.ts'
import type { At } from './emails.ts'
import { sessionOf } from './proof.ts'
import { refusalOf } from './providers.ts'
import type { Client } from './sessions.ts'
import type { Source } from './tries.ts'

export const clientOf = ({ request, browser }: KernelCtx): Client => ({
  ip: request?.ip ?? '',
  userAgent: request?.userAgent ?? '',
  host: browser?.host() ?? '',
})
/** Where a code is typed by the person of a session. */
export const sourceOf = (ctx: KernelCtx): Source => ({ sessionId: ctx.identity?.sessionId, ip: ctx.request?.ip ?? '' })
export function identityOf({ identity }: KernelCtx): Identity {
  if (!identity) throw unauthenticated()
  return identity
}
/** Who asks, and the session they ask from. @throws AtriumError 401; 403 for API tokens */
export function personOf(ctx: KernelCtx) {
  const identity = identityOf(ctx)
  return { account: identity.account, sessionId: sessionOf(identity) }
}
export const atOf = (ctx: KernelCtx): At => ({ communityId: ctx.community.id, locale: ctx.locale })
/** @throws AtriumError 403 for work without a browser */
export function browserOf({ browser }: KernelCtx): BrowserApi {
  if (!browser) throw new AtriumError(403, 'session_required', 'This only works in a browser.')
  return browser
}
/** @throws AtriumError 403 `not_admitted` where a plugin says why */
export async function demandAdmission(ctx: KernelCtx, who: Arriving): Promise<void> {
  const why = await refusalOf(ctx, who)
  if (why !== null) throw forbidden(why, 'not_admitted')
}
/** A new session's token to the browser, whose former session ends (case A40); or the token of the step to the second factor. */
export async function enterWith(ctx: KernelCtx, entered: Entered): Promise<{ success: true; two_fa_required: boolean; code_mailed?: boolean }> {
  const browser = browserOf(ctx)
  if ('step' in entered) {
    browser.setStep(entered.step)
    return { success: true, two_fa_required: true, ...(entered.mailed && { code_mailed: true }) }
  }
  await demandAdmission(ctx, { accountId: entered.accountId }).catch(async (error) => {
    await ctx.modules.accounts.sessions.endByToken(entered.session)
    throw error
  })
  if (ctx.sessionToken) await ctx.modules.accounts.sessions.endByToken(ctx.sessionToken)
  ctx.setSession(entered.session, { remember: entered.remember })
  browser.setDevice(ctx.modules.accounts.devices.issue(entered.accountId))
  if (browser.step()) browser.setStep(null)
  return { success: true, two_fa_required: false }
}
/** Signs in whoever has proven the mailbox of an address, member here or not. As what a community's own provider says, it counts in that community alone. */
export async function enterProven(ctx: KernelCtx, email: string, name: string) {
  const [{ accounts, communities, data }, from, communityId] = [ctx.modules, clientOf(ctx), ctx.community.id]
  await demandAdmission(ctx, { email, ip: from.ip })
  const accountId = await accounts.people.createAccount({ email, name, locale: ctx.locale, confirmed: true })
  return enterWith(
    ctx,
    await accounts.enter(data.system, { accountId, communityId, remember: false, from, held: communityId !== (await communities.primaryId()) }),
  )
}

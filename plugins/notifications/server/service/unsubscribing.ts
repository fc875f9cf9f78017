/** One press in a mailbox ends emails of a kind, or digests: the address proves whose they are, and opens nothing else. */
import { notFound } from '@atrium/sdk'
import { type Ctx, escapeHtml } from '@atrium/sdk/server'
import { kindsOf } from './kinds.ts'
import { setSwitch } from './preferences.ts'
import { smallPage } from './smallPage.ts'

/** Instead of a kind. */
export const DIGEST = 'digest'
const PREFIX = 'unsubscribe'

export function unsubscribeUrl(ctx: Ctx, memberId: number, what: string): string {
  const token = Buffer.from(ctx.seal([PREFIX, ctx.community.id, memberId, what].join(':')), 'base64').toString('base64url')
  return `${ctx.community.url}/notifications/unsubscribe/${token}`
}
/** Headers of an email that no machine answers, and that a mailbox may end by itself (RFC 8058) where it can be ended. */
export const listHeaders = (url: string | undefined): Record<string, string> => ({
  ...(url && { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  'Auto-Submitted': 'auto-generated',
  Precedence: 'bulk',
})

/** @throws AtriumError 404 for an address that is forged, another community's, or of who is no member any more */
function opened(ctx: Ctx, token: string): { memberId: number; what: string } {
  try {
    const [prefix, communityId, memberId, what] = ctx.unseal(Buffer.from(token, 'base64url').toString('base64')).split(':')
    if (prefix === PREFIX && Number(communityId) === ctx.community.id && what) return { memberId: Number(memberId), what }
  } catch {}
  throw notFound('Page')
}
/** Asks first: what looks at links in emails presses none. */
export async function askPage(ctx: Ctx, token: string): Promise<string> {
  const { locale, name } = await about(ctx, token)
  const say = (key: string) => escapeHtml(ctx.t(key, { name }, locale))
  return smallPage(
    ctx,
    locale,
    ctx.t('unsubscribe.title', {}, locale),
    `<p>${say('unsubscribe.ask')}</p><form method="post"><button>${say('unsubscribe.action')}</button></form>`,
  )
}
export async function unsubscribeBy(ctx: Ctx, token: string): Promise<string> {
  const { memberId, what } = opened(ctx, token)
  const { locale, name } = await about(ctx, token)
  if (what !== DIGEST) await setSwitch(ctx, memberId, [what], 'email', false)
  else
    await ctx.sql(
      `insert into notifications.profile (community_id, member_id, digest) values ($1, $2, 'never')
       on conflict (community_id, member_id) do update set digest = excluded.digest, updated_at = now()`,
      [memberId],
    )
  return smallPage(ctx, locale, ctx.t('unsubscribe.title', {}, locale), `<p>${escapeHtml(ctx.t('unsubscribe.done', { name }, locale))}</p>`)
}
async function about(ctx: Ctx, token: string) {
  const { memberId, what } = opened(ctx, token)
  const address = (await ctx.members.addresses([memberId])).get(memberId)
  const kind = kindsOf(ctx).get(what)
  if (!address || (what !== DIGEST && !kind)) throw notFound('Page')
  const { locale } = address
  return { locale, name: kind ? kind.t(`notify.${what}.setting`, {}, locale) : ctx.t('digest.title', {}, locale) }
}

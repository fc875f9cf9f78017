/** One press in a mailbox ends emails of a kind, a mailing, or digests: the address proves whose they are, and opens nothing else. */
import { notFound } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import contract from '../../contract.ts'
import { kindsOf } from './kinds.ts'
import { DIGEST, preferencePage, stopOne } from './preferencePage.ts'

const PREFIX = 'unsubscribe'

export function unsubscribeUrl(ctx: Ctx, memberId: number, what: string): string {
  const token = Buffer.from(ctx.seal([PREFIX, ctx.community.id, memberId, what].join(':')), 'base64').toString('base64url')
  return `${ctx.community.url}/notifications/unsubscribe/${token}`
}
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
  const { memberId, what, locale } = await about(ctx, token)
  return preferencePage(ctx, { reader: { memberId }, what, ref: '', locale })
}
export async function unsubscribeBy(ctx: Ctx, token: string): Promise<string> {
  const { memberId, what, locale, name } = await about(ctx, token)
  await stopOne(ctx, { reader: { memberId }, what, ref: '' })
  return ctx.t('unsubscribe.done', { name }, locale)
}
async function about(ctx: Ctx, token: string) {
  const { memberId, what } = opened(ctx, token)
  const address = (await ctx.members.addresses([memberId])).get(memberId)
  if (!address) throw notFound('Page')
  const { locale } = address
  return { memberId, what, locale, name: nameOf(ctx, what, locale) }
}
/** @throws AtriumError 404 for a kind or mailing whose plugin is off */
function nameOf(ctx: Ctx, what: string, locale: string): string {
  if (what === DIGEST) return ctx.t('digest.title', {}, locale)
  const kind = kindsOf(ctx).get(what)
  if (kind) return kind.t(`notify.${what}.setting`, {}, locale)
  const mailing = ctx.fill(contract.points.mailing).find(({ value }) => value.key === what)
  if (!mailing) throw notFound('Page')
  return mailing.t(`mailing.${what}`, {}, locale)
}

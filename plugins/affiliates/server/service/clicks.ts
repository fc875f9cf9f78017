/** From a link to a member: who followed it, what their browser keeps of it, and whom that makes a referral. */
import { createHmac } from 'node:crypto'
import { type Ctx, hashToken, isUniqueViolation, newToken } from '@atrium/sdk/server'
import contract, { COOKIE, DAY_MS, VIA } from '../../contract.ts'
import { AffiliateTable, type ClickRow, ClickTable, type ReferralRow, ReferralTable } from '../entities.ts'
import { tell } from './news.ts'
import { count } from './people.ts'

/** The same browser on the same network; says nothing of either. */
const visitorOf = (ctx: Ctx): string =>
  createHmac('sha256', `affiliates ${ctx.community.id}`)
    .update(`${ctx.request?.ip ?? ''} ${ctx.request?.userAgent ?? ''}`)
    .digest('base64url')
    .slice(0, 22)

/** The click behind what a browser keeps, as long as it holds. */
export async function clickOf(ctx: Ctx, token: string): Promise<ClickRow | null> {
  return ctx.em.findOne(ClickTable, { token: hashToken(token), expiresAt: { $gt: ctx.now() } })
}

/** Of a click on the same link on the same day only the first counts. @returns what the browser keeps; null where there is no such affiliate */
export async function click(ctx: Ctx, { code, path, token }: { code: string; path: string; token?: string | null | undefined }) {
  const { enabled, cookie_days: days, touch } = ctx.settings(contract)
  const affiliate = enabled ? await ctx.em.findOne(AffiliateTable, { code: code.toLowerCase(), status: 'enrolled' }) : null
  if (!affiliate) return { token: null, days }
  const before = token ? await clickOf(ctx, token) : null
  if (before && token && (before.affiliateId === affiliate.id || touch === 'first')) return { token, days }
  const { token: fresh, hash } = newToken()
  const now = ctx.now()
  const expiresAt = new Date(now.getTime() + days * DAY_MS)
  const [counted] = await ctx.sql<{ first: boolean }>(
    `insert into affiliates.click (community_id, affiliate_id, visitor, day, path, token, expires_at, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (community_id, affiliate_id, visitor, day) do update set token = excluded.token, expires_at = excluded.expires_at
     returning xmax = 0 as first`,
    [affiliate.id, visitorOf(ctx), now.toISOString().slice(0, 10), path.slice(0, 300), hash, expiresAt, now],
  )
  if (counted?.first) await count(ctx, affiliate.id, 'clicks', now)
  return { token: fresh, days }
}

/** What a buyer brought along: a click, or a link that leads straight to the checkout. */
export async function attribution(ctx: Ctx, brought: Record<string, string>): Promise<{ key: string; value: string } | null> {
  const kept = brought[COOKIE] && (await clickOf(ctx, brought[COOKIE]))
  if (kept) return { key: 'affiliate', value: `${kept.affiliateId}:${kept.visitor}` }
  const code = brought[VIA]
  const affiliate = code ? await ctx.em.findOne(AffiliateTable, { code: code.toLowerCase(), status: 'enrolled' }) : null
  return affiliate && { key: 'affiliate', value: `${affiliate.id}:` }
}

interface Referred {
  affiliateId: number
  memberId: number
  visitor: string | null
  joinedAt: Date
  saleOnly?: boolean
}
/** Makes the member a referral, unless they are somebody's already or their own. */
export async function refer(ctx: Ctx, { affiliateId, memberId, visitor, joinedAt, saleOnly = false }: Referred): Promise<ReferralRow | null> {
  const known = await ctx.em.findOne(ReferralTable, { memberId })
  if (known) return known
  const affiliate = await ctx.em.findOne(AffiliateTable, { id: affiliateId, status: 'enrolled' })
  if (!affiliate || affiliate.memberId === memberId) return null
  const referral = ctx.em.create(ReferralTable, { affiliateId, memberId, visitor, joinedAt, saleOnly })
  try {
    // in a savepoint, as another request may have made the referral at the same moment
    await ctx.em.transactional((em) => em.flush())
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    ctx.em.clear()
    return ctx.em.findOne(ReferralTable, { memberId })
  }
  await count(ctx, affiliateId, 'sign_ups', joinedAt)
  await tell(ctx, 'referral', affiliateId, { act: String(referral.id), at: joinedAt })
  return referral
}

/** Whoever followed a link and joined after that; who was a member before is nobody's referral. */
export async function claim(ctx: Ctx, token: string): Promise<void> {
  const found = await clickOf(ctx, token)
  if (!found || !ctx.settings(contract).enabled) return
  const me = ctx.me()
  const [member] = await ctx.sql<{ created_at: string }>('select created_at from kernel.member_card where community_id = $1 and id = $2', [me.id])
  const joinedAt = new Date(member!.created_at)
  if (joinedAt < found.createdAt) return
  await refer(ctx, { affiliateId: found.affiliateId, memberId: me.id, visitor: found.visitor, joinedAt })
}

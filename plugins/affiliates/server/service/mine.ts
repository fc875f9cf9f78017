/** What an affiliate sees of themselves, and an admin of the whole programme. */
import { conflict, forbidden } from '@atrium/sdk'
import { type Ctx, lastId, page, type Paging, pick, rowsFor } from '@atrium/sdk/server'
import { renderSVG } from 'uqr'
import contract, { type Mine, type Month, type Overview, type Programme, type Referral, type Sum } from '../../contract.ts'
import { AffiliateTable, PayoutTable, ReferralTable } from '../entities.ts'
import { openSums, present as presentPayouts } from './payouts.ts'
import { changeCode, codeTaken, enrol, monthsOf, ofMember, present, setStatus } from './people.ts'

export const programme = (ctx: Ctx): Programme =>
  pick(ctx.settings(contract), [
    ...(['enabled', 'enrolment', 'kind', 'percent', 'amount', 'currency', 'duration', 'months', 'cookie_days', 'hold_days'] as const),
    ...(['minimum_payout', 'payout_day', 'coupon_percent', 'rules'] as const),
  ])

const YEAR = 12
async function earnedBy(ctx: Ctx, affiliateId: number | null, from: string): Promise<Map<string, number>> {
  const rows = await ctx.sql<{ month: string; earned: number }>(
    `select date_trunc('month', created_at at time zone 'UTC')::date::text as month, sum(amount - reversed)::float8 as earned from affiliates.commission
     where community_id = $1 and created_at >= $2::date and currency = $3 and ($4::bigint is null or affiliate_id = $4) group by 1`,
    [from, ctx.settings(contract).currency, affiliateId],
  )
  return new Map(rows.map(({ month, earned }) => [month, earned]))
}
async function year(ctx: Ctx, affiliateId: number | null): Promise<Month[]> {
  const months = [...(await monthsOf(ctx, affiliateId === null ? null : [affiliateId], YEAR)).values()][0]!
  const earned = await earnedBy(ctx, affiliateId, months[0]!.month)
  return months.map((month) => ({ ...month, earned: earned.get(month.month) ?? 0 }))
}

/** The next day on which is paid, by the settings. */
function payday(ctx: Ctx): Date {
  const now = ctx.now()
  const day = ctx.settings(contract).payout_day
  const month = now.getUTCMonth() + (now.getUTCDate() < day ? 0 : 1)
  return new Date(Date.UTC(now.getUTCFullYear(), month, day))
}

export async function mine(ctx: Ctx): Promise<Mine> {
  const own = await ofMember(ctx, ctx.me().id)
  const terms = programme(ctx)
  if (!own) return { programme: terms, affiliate: null, months: [], qr_svg: null, next_payout: null, payouts: [] }
  const [affiliate] = await present(ctx, [own])
  const { months: _, flagged_count: __, community_member: ___, ...shown } = affiliate!
  const due = affiliate!.sums.find(({ currency }) => currency === terms.currency)?.due ?? 0
  const payouts = await ctx.em.find(PayoutTable, { affiliateId: own.id }, { orderBy: { id: 'desc' }, limit: YEAR })
  return {
    programme: terms,
    affiliate: shown,
    months: await year(ctx, own.id),
    qr_svg: renderSVG(shown.link, { border: 1 }),
    next_payout: due > 0 ? { amount: due, at: payday(ctx).toISOString() } : null,
    payouts: await presentPayouts(ctx, payouts),
  }
}

/** @throws AtriumError 403 where one is invited only, was suspended or refused; 409 while there is no programme */
export async function join(ctx: Ctx): Promise<void> {
  const { enabled, enrolment } = ctx.settings(contract)
  if (!enabled) throw conflict('There is no affiliate program here right now.', 'programme_off')
  const own = await ofMember(ctx, ctx.me().id)
  if (own?.status === 'enrolled' || own?.status === 'pending') return
  if (own?.status === 'suspended' || own?.status === 'rejected') throw forbidden('Contact the admins to become an affiliate.')
  if (own?.status === 'invited') return setStatus(ctx, own.id, 'enrolled')
  if (enrolment === 'invited') throw forbidden('Affiliates join by invitation only.')
  await enrol(ctx, ctx.me().id, enrolment === 'open' ? 'enrolled' : 'pending')
}

/** @throws AtriumError 409 for whoever does not take part, 422 for a word that somebody has */
export async function changeOwnCode(ctx: Ctx, code: string): Promise<void> {
  const own = await ofMember(ctx, ctx.me().id)
  if (own?.status !== 'enrolled') throw conflict('Join the affiliate program first.', 'not_enrolled')
  if (own.couponCode) throw conflict('Your coupon uses the same code. Ask an admin to change both.', 'code_has_coupon')
  if (own.code !== code && (await ctx.em.findOne(AffiliateTable, { code }, { fields: ['id'] }))) throw codeTaken()
  await changeCode(ctx, own.id, code)
}

export async function referrals(ctx: Ctx, query: Paging) {
  const own = await ofMember(ctx, ctx.me().id)
  const before = lastId(query)
  const where = { affiliateId: own?.id ?? 0, ...(before !== null && { id: { $lt: before } }) }
  const rows = await ctx.em.find(ReferralTable, where, { orderBy: { id: 'desc' }, limit: rowsFor(query) })
  const found = page(rows, { query, key: ({ id }) => [id] }, (row) => row)
  const people = await ctx.members.byIds(found.records.map(({ memberId }) => memberId))
  const sums = await ctx.sql<{ referral_id: number; earned: number }>(
    `select referral_id, sum(amount - reversed)::float8 as earned from affiliates.commission
     where community_id = $1 and referral_id = any ($2) and currency = $3 group by referral_id`,
    [found.records.map(({ id }) => id), ctx.settings(contract).currency],
  )
  const records = found.records.map((row): Referral => {
    const person = people.get(row.memberId)
    const state = !person?.isActive ? 'ended' : row.firstPaidAt ? 'paying' : 'joined'
    const first_name = person?.name.split(/\s+/)[0] ?? '–'
    return { id: row.id, first_name, state, joined_at: row.joinedAt.toISOString(), earned: sums.find(({ referral_id }) => referral_id === row.id)?.earned ?? 0 }
  })
  return { ...found, records }
}

export async function overview(ctx: Ctx): Promise<Overview> {
  const [totals] = await ctx.sql<{ affiliates: number; clicks: number; sign_ups: number; paying: number; pending: number }>(
    `select count(*) filter (where status = 'enrolled')::int as affiliates, coalesce(sum(clicks_count), 0)::int as clicks, coalesce(sum(sign_ups_count), 0)::int as sign_ups,
       coalesce(sum(paying_count), 0)::int as paying, count(*) filter (where status = 'pending')::int as pending
     from affiliates.affiliate where community_id = $1`,
  )
  const sums = await ctx.sql<Sum>(
    `select currency, sum(pending)::float8 as pending, sum(due)::float8 as due, sum(paid)::float8 as paid from affiliates.balance where community_id = $1 group by currency order by currency`,
  )
  const [waiting] = await ctx.sql<{ flagged: number; processing: number; members: number }>(
    `select (select count(*)::int from affiliates.commission where community_id = $1 and flags <> '[]' and state = 'pending') as flagged,
       (select count(*)::int from affiliates.payout where community_id = $1 and (status = 'failed' or (status = 'processing' and method = 'manual'))) as processing,
       (select count(*)::int from kernel.member_card where community_id = $1 and status = 'active') as members`,
  )
  const { affiliates, clicks, sign_ups, paying, pending } = totals!
  return {
    programme: programme(ctx),
    ...{ affiliates_count: affiliates, members_count: waiting!.members, clicks, sign_ups, paying, sums, pending_count: pending },
    months: await year(ctx, null),
    open: await openSums(ctx),
    ...{ processing_count: waiting!.processing, flagged_count: waiting!.flagged },
  }
}

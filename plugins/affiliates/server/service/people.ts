/** Affiliates: asked, let in, suspended; their code, their coupon, and what they have brought. */
import { randomInt } from 'node:crypto'
import { conflict, invalid, notFound, slugify, cut } from '@atrium/sdk'
import { addTo, type Ctx, lastId, hold, isUniqueViolation, page, type Paging, rowsFor, sql, type TablesOf, containing } from '@atrium/sdk/server'
import paywalls from '../../../paywalls/contract.ts'
import contract, { type Affiliate, type Month, type Status, type Sum, VIA } from '../../contract.ts'
import { type AffiliateRow, AffiliateTable, type BalanceTable, type CommissionTable, type MonthTable } from '../entities.ts'
import { tell } from './news.ts'

type Tables = TablesOf<typeof AffiliateTable | typeof BalanceTable | typeof MonthTable | typeof CommissionTable>
export const db = (ctx: Ctx) => ctx.em.getKysely<Tables>()

export const linkOf = (ctx: Ctx, code: string): string => `${ctx.community.url}/?${VIA}=${code}`

export async function sumsOf(ctx: Ctx, affiliateIds: number[]): Promise<Map<number, Sum[]>> {
  if (affiliateIds.length === 0) return new Map()
  const rows = await db(ctx)
    .selectFrom('affiliates.balance')
    .select(['affiliate_id', 'currency', 'pending', 'due', 'paid'])
    .where('community_id', '=', ctx.community.id)
    .where('affiliate_id', 'in', affiliateIds)
    .orderBy('currency')
    .execute()
  const sums = rows.map((row) => ({ ...row, pending: Number(row.pending), due: Number(row.due), paid: Number(row.paid) }))
  return Map.groupBy(sums, ({ affiliate_id }) => affiliate_id) as Map<number, Sum[]>
}

/** The first days of the last months, the oldest first. */
export function monthsBack(ctx: Ctx, count: number): string[] {
  const now = ctx.now()
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (count - 1 - back), 1)).toISOString().slice(0, 10),
  )
}
export const monthOf = (at: Date): string => `${at.toISOString().slice(0, 7)}-01`

/** Of one affiliate, or of all together. */
export async function monthsOf(ctx: Ctx, affiliateIds: number[] | null, count: number): Promise<Map<number | null, Omit<Month, 'earned'>[]>> {
  const months = monthsBack(ctx, count)
  const rows = await ctx.sql<{ affiliate_id: number | null; month: string; clicks: number; sign_ups: number; paying: number }>(
    `select ${affiliateIds ? 'affiliate_id' : 'null::bigint as affiliate_id'}, month::text, sum(clicks)::int as clicks, sum(sign_ups)::int as sign_ups, sum(paying)::int as paying
     from affiliates.month where community_id = $1 and month >= $2::date and ($3::bigint[] is null or affiliate_id = any ($3)) group by ${affiliateIds ? 'affiliate_id, ' : ''}month`,
    [months[0], affiliateIds],
  )
  const ids = affiliateIds ?? [null]
  return new Map(
    ids.map((id) => [
      id,
      months.map((month) => {
        const row = rows.find((one) => one.month === month && one.affiliate_id === id)
        return { month, clicks: row?.clicks ?? 0, sign_ups: row?.sign_ups ?? 0, paying: row?.paying ?? 0 }
      }),
    ]),
  )
}

export const SHOWN_MONTHS = 6
export async function present(ctx: Ctx, rows: AffiliateRow[]): Promise<Affiliate[]> {
  const ids = rows.map(({ id }) => id)
  const memberIds = rows.map(({ memberId }) => memberId)
  const [people, addresses, sums, months, flagged] = [
    await ctx.members.byIds(memberIds),
    await ctx.members.addresses(memberIds),
    await sumsOf(ctx, ids),
    await monthsOf(ctx, ids, SHOWN_MONTHS),
    ids.length
      ? await ctx.sql<{ affiliate_id: number; count: number }>(
          `select affiliate_id, count(*)::int as count from affiliates.commission
           where community_id = $1 and affiliate_id = any ($2) and flags <> '[]' and state = 'pending' group by affiliate_id`,
          [ids],
        )
      : [],
  ]
  return rows.map((row) => {
    const person = people.get(row.memberId)
    return {
      ...{ id: row.id, status: row.status as Status, code: row.code, coupon_code: row.couponCode ?? null, link: linkOf(ctx, row.code) },
      enrolled_at: row.enrolledAt?.toISOString() ?? null,
      invited_at: row.invitedAt?.toISOString() ?? null,
      community_member: {
        ...{ id: row.memberId, name: person?.name ?? '–', email: addresses.get(row.memberId)?.email ?? '' },
        ...{ public_uid: person?.publicUid ?? '', avatar_url: person?.avatarUrl ?? null },
      },
      ...{ clicks_count: row.clicksCount, sign_ups_count: row.signUpsCount, paying_count: row.payingCount },
      sums: (sums.get(row.id) ?? []).map(({ currency, pending, due, paid }) => ({ currency, pending, due, paid })),
      flagged_count: flagged.find(({ affiliate_id }) => affiliate_id === row.id)?.count ?? 0,
      has_account: row.accountReady,
      months: months.get(row.id)!.map(({ month, clicks }) => ({ month, clicks })),
    }
  })
}
export async function show(ctx: Ctx, id: number): Promise<Affiliate> {
  const row = await ctx.em.findOne(AffiliateTable, { id })
  if (!row) throw notFound('Affiliate')
  return (await present(ctx, [row]))[0]!
}
export const ofMember = (ctx: Ctx, memberId: number): Promise<AffiliateRow | null> => ctx.em.findOne(AffiliateTable, { memberId })

type Filter = Paging & { status?: Status; name_or_email?: string; code?: string; sort: 'due' | 'clicks' | 'newest' }
/** By what is due or by clicks one pages by number: an affiliate's place changes while one looks. */
export async function list(ctx: Ctx, query: Filter) {
  const before = lastId(query)
  const byKey = query.sort === 'newest'
  const { currency } = ctx.settings(contract)
  const rows = await db(ctx)
    .selectFrom('affiliates.affiliate as a')
    .innerJoin('kernel.member_card as m', (join) => join.onRef('m.id', '=', 'a.member_id').onRef('m.community_id', '=', 'a.community_id'))
    .leftJoin('affiliates.balance as b', (join) =>
      join.onRef('b.affiliate_id', '=', 'a.id').onRef('b.community_id', '=', 'a.community_id').on('b.currency', '=', currency),
    )
    .select(['a.id'])
    .where('a.community_id', '=', ctx.community.id)
    .$if(query.status !== undefined, (all) => all.where('a.status', '=', query.status!))
    .$if(!!query.code, (all) => all.where('a.code', '=', query.code!.toLowerCase()))
    .$if(!!query.name_or_email, (all) => all.where(named(query.name_or_email!)))
    .$if(byKey && before !== null, (all) => all.where('a.id', '<', before!))
    .$if(query.sort === 'due', (all) => all.orderBy(sql`coalesce(b.due, 0)`, 'desc'))
    .$if(query.sort === 'clicks', (all) => all.orderBy('a.clicks_count', 'desc'))
    .orderBy('a.id', 'desc')
    .limit(rowsFor(query))
    .execute()
  const found = page(rows, { query, key: ({ id }) => [Number(id)] }, ({ id }) => Number(id))
  const records = found.records.length ? await ctx.em.find(AffiliateTable, { id: { $in: found.records } }) : []
  const shown = await present(
    ctx,
    found.records.map((id) => records.find((row) => row.id === id)!),
  )
  return { ...found, next_cursor: byKey ? found.next_cursor : null, records: shown }
}
const named = (text: string) => {
  const like = containing(text)
  return sql<boolean>`(m.name ilike ${like} or m.id in (select kernel.members_by_address(a.community_id, ${like})))`
}

/** Their name, and numbers where that is taken. */
async function freeCode(ctx: Ctx, memberId: number): Promise<string> {
  const name = (await ctx.members.byIds([memberId])).get(memberId)?.name ?? ''
  const base =
    slugify(name)
      .split('-')[0]
      ?.replace(/[^a-z0-9-]/g, '') || 'friend'
  const wanted = base.length < 3 ? `${base}-studio` : base.slice(0, 30)
  for (const code of [wanted, ...Array.from({ length: 20 }, () => `${wanted}${randomInt(10, 9999)}`)])
    if (!(await ctx.em.findOne(AffiliateTable, { code }, { fields: ['id'] }))) return code
  throw conflict('No code could be generated for this link. Choose one.', 'code_taken')
}
export const codeTaken = () => invalid({ code: ['This code is already taken.'] })

/** In `status`; who is there already is let in, or stays. @throws AtriumError 404, 422 */
export async function enrol(ctx: Ctx, memberId: number, status: 'invited' | 'pending' | 'enrolled', code?: string, at = ctx.now()): Promise<AffiliateRow> {
  const member = (await ctx.members.byIds([memberId])).get(memberId)
  if (!member?.isActive) throw notFound('Member', 'community_member_not_found')
  const known = await ofMember(ctx, memberId)
  if (known) {
    if (status === 'enrolled' && known.status !== 'enrolled') await setStatus(ctx, known.id, 'enrolled')
    return (await ofMember(ctx, memberId))!
  }
  if (code && (await ctx.em.findOne(AffiliateTable, { code }))) throw codeTaken()
  const row = ctx.em.create(AffiliateTable, {
    ...{ memberId, status: status === 'enrolled' ? 'pending' : status, code: code ?? (await freeCode(ctx, memberId)) },
    invitedAt: status === 'invited' ? ctx.now() : null,
  })
  await ctx.em.flush().catch((error) => {
    throw isUniqueViolation(error) ? codeTaken() : error
  })
  if (status === 'enrolled') await setStatus(ctx, row.id, 'enrolled', at)
  return row
}

const SAID = { enrolled: 'affiliate.enrolled', suspended: 'affiliate.suspended', rejected: 'affiliate.rejected' } as const
export async function setStatus(ctx: Ctx, id: number, status: 'enrolled' | 'suspended' | 'rejected', at = ctx.now()): Promise<void> {
  const row = await hold(ctx, AffiliateTable, id, 'Affiliate')
  if (row.status === status) return
  row.status = status
  await ctx.audit(SAID[status], `affiliate:${id}`, { member: row.memberId })
  if (status === 'enrolled') {
    row.enrolledAt ??= at
    await ctx.em.flush()
    await giveCoupon(ctx, row)
    ctx.emit(contract.events['affiliate.enrolled'], { memberId: row.memberId, affiliateId: id })
  } else if (row.couponId) {
    await ctx.use(paywalls).endCoupon(row.couponId)
    row.couponId = null
    row.couponCode = null
  }
  await ctx.em.flush()
  // who was suspended and is let in again is told again
  if (status !== 'suspended')
    await tell(ctx, status === 'enrolled' ? 'approved' : 'declined', id, { act: `${id}:${at.toISOString()}`, actorMemberId: ctx.member?.id ?? null, at })
}

/** What buyers type instead of following a link. */
async function giveCoupon(ctx: Ctx, row: AffiliateRow): Promise<void> {
  const { coupon_percent: percent } = ctx.settings(contract)
  if (percent === 0 || row.couponId) return
  const code = cut(row.code.toUpperCase(), 40)
  const coupon = await ctx.use(paywalls).createCoupon({ code, kind: 'percent', percent_off: percent * 100, duration: 'once' })
  row.couponId = coupon.id
  row.couponCode = code
}

export async function changeCode(ctx: Ctx, id: number, code: string): Promise<void> {
  const row = await hold(ctx, AffiliateTable, id, 'Affiliate')
  if (row.code === code) return
  if (await ctx.em.findOne(AffiliateTable, { code }, { fields: ['id'] })) throw codeTaken()
  row.code = code
  await ctx.em.flush()
}

/** @throws AtriumError 404, 409 for one who has earned something */
export async function remove(ctx: Ctx, id: number): Promise<void> {
  const row = await hold(ctx, AffiliateTable, id, 'Affiliate')
  const [earned] = await ctx.sql('select 1 from affiliates.commission where community_id = $1 and affiliate_id = $2 limit 1', [id])
  if (earned) throw conflict('This affiliate has commissions and can’t be removed. Suspend them instead.', 'affiliate_has_commissions')
  if (row.couponId) await ctx.use(paywalls).endCoupon(row.couponId)
  await ctx.em.nativeDelete(AffiliateTable, { id })
  await ctx.audit('affiliate.removed', `affiliate:${id}`, { member: row.memberId })
}

/** Who is there already is left out of the mail. */
export async function invite(ctx: Ctx, memberIds: number[]): Promise<Affiliate[]> {
  const addresses = await ctx.members.addresses(memberIds)
  const people = await ctx.members.byIds(memberIds)
  const rows: AffiliateRow[] = []
  for (const memberId of new Set(memberIds)) {
    const known = await ofMember(ctx, memberId)
    const row = known ?? (await enrol(ctx, memberId, 'invited'))
    rows.push(row)
    const address = addresses.get(memberId)
    if (known || !address) continue
    const values = { community: ctx.community.name, url: `${ctx.community.url}/account/affiliate` }
    await ctx.mail({
      to: address.email,
      subject: ctx.t('mail.invite.subject', values, address.locale),
      text: ctx.t('mail.invite.text', values, address.locale),
      locale: address.locale,
      kind: { key: 'invite', values: { name: people.get(memberId)?.name ?? '' } },
    })
  }
  return present(ctx, rows)
}

/** One more of something in its month and on the affiliate. */
export async function count(ctx: Ctx, affiliateId: number, what: 'clicks' | 'sign_ups' | 'paying', at: Date): Promise<void> {
  await ctx.sql(
    `insert into affiliates.month (community_id, affiliate_id, month, ${what}) values ($1, $2, $3, 1)
     on conflict (community_id, affiliate_id, month) do update set ${what} = affiliates.month.${what} + 1, updated_at = now()`,
    [affiliateId, monthOf(at)],
  )
  await addTo(ctx, AffiliateTable, affiliateId, { [`${what}_count`]: 1 } as never)
}

/** What a payment earns whoever brought the buyer, what is taken back with a refund, and what somebody should look at first. */
import { createHmac } from 'node:crypto'
import { conflict, mailboxOf, notFound } from '@atrium/sdk'
import { type Ctx, hold, lastId, lock, page, type Paging, rowsFor } from '@atrium/sdk/server'
import paywalls, { type ChargeFacts } from '../../../paywalls/contract.ts'
import contract, { type Commission, DAY_MS, type Flag, type State, type Terms } from '../../contract.ts'
import { AffiliateTable, type AffiliateRow, ClickTable, type CommissionRow, CommissionTable, type ReferralRow, ReferralTable, TraceTable } from '../entities.ts'
import { refer } from './clicks.ts'
import { shareOf } from './money.ts'
import { tell } from './news.ts'
import { count, monthOf } from './people.ts'

/** As `paywalls.paid` tells it. */
export interface Paid {
  chargeId: number
  memberId: number
  money: { amount: number; currency: string }
  tax: number
  coupon: string | null
  attribution: Record<string, string>
  /** Of a payment of the past; else as paywalls knows it. */
  at?: Date
}

/** Adds to what an affiliate has in a currency; sums may fall below 0 where more was taken back than is due. */
export async function move(ctx: Ctx, affiliateId: number, currency: string, by: Partial<Record<'pending' | 'due' | 'paid', number>>): Promise<void> {
  const { pending = 0, due = 0, paid = 0 } = by
  await ctx.sql(
    `insert into affiliates.balance (community_id, affiliate_id, currency, pending, due, paid) values ($1, $2, $3, $4, $5, $6)
     on conflict (community_id, affiliate_id, currency) do update set pending = affiliates.balance.pending + excluded.pending,
       due = affiliates.balance.due + excluded.due, paid = affiliates.balance.paid + excluded.paid, updated_at = now()`,
    [affiliateId, currency, pending, due, paid],
  )
}

const traced = (ctx: Ctx, value: string) => createHmac('sha256', `affiliates card ${ctx.community.id}`).update(value).digest('base64url').slice(0, 32)

/** Referrals from one browser above which an admin has to look at the commission. */
const ONE_DEVICE = 3
/** From this many payments of an affiliate's referrals on, with this percentage of them refunded, an admin has to look at further commissions. */
const REFUNDED = { of: 4, percent: 40 }
/** The first two say that buyer and affiliate are one person: no commission. The others wait for somebody to look. */
async function flagsFor(ctx: Ctx, affiliate: AffiliateRow, referral: ReferralRow, facts: ChargeFacts | undefined): Promise<Flag[]> {
  const flags: Flag[] = []
  const card = facts?.fingerprint ? traced(ctx, facts.fingerprint) : null
  if (card && (await ctx.em.findOne(TraceTable, { memberId: affiliate.memberId, value: card }))) flags.push('same_card')
  const own = await ctx.members.traces(affiliate.memberId)
  const buyer = facts?.email ?? (await ctx.members.traces(referral.memberId))?.email
  if (own && buyer && mailboxOf(own.email) === mailboxOf(buyer)) flags.push('same_mailbox')
  if (own && facts?.ip && own.ips.includes(facts.ip)) flags.push('same_address')
  if (referral.visitor && (await ctx.em.count(ReferralTable, { affiliateId: affiliate.id, visitor: referral.visitor })) >= ONE_DEVICE) flags.push('same_device')
  const [past] = await ctx.sql<{ all: number; back: number }>(
    `select count(distinct charge_id)::int as "all", count(distinct charge_id) filter (where reversed > 0 or clawback > 0)::int as back
     from affiliates.commission where community_id = $1 and affiliate_id = $2`,
    [affiliate.id],
  )
  if (past!.all >= REFUNDED.of && past!.back * 100 >= past!.all * REFUNDED.percent) flags.push('refunds')
  return flags
}

/** Whose code was typed, or whose link led to this very sale. */
async function namedBy(ctx: Ctx, { coupon, attribution }: Paid): Promise<{ affiliateId: number; visitor: string | null } | null> {
  const byCoupon = coupon ? await ctx.em.findOne(AffiliateTable, { couponCode: coupon.toUpperCase(), status: 'enrolled' }) : null
  const [id, visitor] = attribution['affiliate']?.split(':') ?? []
  if (byCoupon) return { affiliateId: byCoupon.id, visitor: visitor || null }
  return id ? { affiliateId: Number(id), visitor: visitor || null } : null
}
/** Who brought this buyer: as is known already, else whoever brought this sale. Of a member of long ago they brought this sale alone. */
async function referralOf(ctx: Ctx, paid: Paid, at: Date): Promise<ReferralRow | null> {
  const known = await ctx.em.findOne(ReferralTable, { memberId: paid.memberId })
  if (known && !known.saleOnly) return known
  const named = await namedBy(ctx, paid)
  if (known) return known.affiliateId === named?.affiliateId ? known : null
  if (!named) return null
  const [member] = await ctx.sql<{ created_at: string }>('select created_at from kernel.member_card where community_id = $1 and id = $2', [paid.memberId])
  const saleOnly = member !== undefined && at.getTime() - new Date(member.created_at).getTime() > DAY_MS
  return refer(ctx, { ...named, memberId: paid.memberId, joinedAt: ctx.now(), saleOnly })
}

function isOver({ duration, months }: Terms, { firstPaidAt }: ReferralRow, at: Date): boolean {
  if (!firstPaidAt || duration === 'forever') return false
  if (duration === 'once') return true
  const end = new Date(firstPaidAt)
  end.setUTCMonth(end.getUTCMonth() + months)
  return at >= end
}

/** At most so much in a month, where there is such a limit. */
async function within(ctx: Ctx, { monthly_limit: limit }: Terms, affiliateId: number, amount: number, currency: string, at: Date): Promise<number> {
  if (limit === 0) return amount
  const [row] = await ctx.sql<{ sum: number }>(
    `select coalesce(sum(amount - reversed), 0)::float8 as sum from affiliates.commission
     where community_id = $1 and affiliate_id = $2 and currency = $3 and created_at >= $4::date`,
    [affiliateId, currency, monthOf(at)],
  )
  return Math.max(0, Math.min(amount, limit - row!.sum))
}

/** Locks a payment, so that its events are handled one after another, in whatever order they arrive. */
const inTurn = (ctx: Ctx, chargeId: number) => lock(ctx, `affiliates.charge ${chargeId}`)

/** Once for each payment, however often it is told. */
export async function earn(ctx: Ctx, paid: Paid): Promise<void> {
  const terms = ctx.settings(contract)
  await inTurn(ctx, paid.chargeId)
  const [facts] = await ctx.use(paywalls).charges([paid.chargeId])
  if (facts?.fingerprint) {
    const value = traced(ctx, facts.fingerprint)
    await ctx.sql('insert into affiliates.trace (community_id, member_id, value) values ($1, $2, $3) on conflict do nothing', [paid.memberId, value])
  }
  const sale = paid.money.amount - paid.tax
  if (!terms.enabled || sale <= 0 || (await ctx.em.findOne(CommissionTable, { chargeId: paid.chargeId, clawback: 0 }))) return
  const at = paid.at ?? (facts?.paidAt ? new Date(facts.paidAt) : ctx.now())
  const found = await referralOf(ctx, paid, at)
  if (!found) return
  const referral = await hold(ctx, ReferralTable, found.id)
  const affiliate = await hold(ctx, AffiliateTable, referral.affiliateId)
  if (affiliate.status !== 'enrolled' || affiliate.memberId === paid.memberId || isOver(terms, referral, at)) return
  const { currency } = paid.money
  const whole =
    terms.kind === 'percent' ? shareOf(sale, Math.round(terms.percent * 10), 1000, currency) : currency === terms.currency ? Math.min(terms.amount, sale) : 0
  const amount = await within(ctx, terms, affiliate.id, whole, currency, at)
  if (amount === 0) return
  const flags = await flagsFor(ctx, affiliate, referral, facts)
  if (facts?.dispute === 'open') flags.push('disputed')
  const self = flags.includes('same_card') || flags.includes('same_mailbox')
  const first = referral.firstPaidAt == null
  referral.firstPaidAt ??= at
  referral.lastPaidAt = at
  const commission = ctx.em.create(CommissionTable, {
    ...{ affiliateId: affiliate.id, referralId: referral.id, chargeId: paid.chargeId, saleAmount: sale, amount, currency, flags },
    ...{ state: self ? 'reversed' : 'pending', reversed: self ? amount : 0, dueAt: new Date(at.getTime() + terms.hold_days * DAY_MS), createdAt: at },
  })
  await ctx.em.flush()
  if (first) await count(ctx, affiliate.id, 'paying', at)
  if (self) return
  await move(ctx, affiliate.id, currency, { pending: amount })
  ctx.emit(contract.events['commission.earned'], { memberId: affiliate.memberId, affiliateId: affiliate.id, commissionId: commission.id, amount, currency })
  // refunds that arrived before the payment itself
  const back = facts?.dispute === 'lost' ? paid.money.amount : (facts?.refunded ?? 0)
  if (back > 0) await takeBack(ctx, paid.chargeId, back)
}

/** As much of the commission is taken back as of the payment. @param total given back of the payment by now, tax included */
export async function takeBack(ctx: Ctx, chargeId: number, total: number): Promise<void> {
  await inTurn(ctx, chargeId)
  const found = await ctx.em.findOne(CommissionTable, { chargeId, clawback: 0 })
  if (!found) return
  const [facts] = await ctx.use(paywalls).charges([chargeId])
  const row = await hold(ctx, CommissionTable, found.id)
  const later = await ctx.em.find(CommissionTable, { chargeId, clawback: { $gt: 0 } })
  const taken = row.reversed - later.reduce((sum, { amount }) => sum + amount, 0)
  const wanted = shareOf(row.amount, total, facts?.money.amount ?? row.saleAmount, row.currency)
  const more = wanted - taken
  if (more <= 0) return
  if (row.state === 'pending' || (row.state === 'due' && !row.payoutId)) {
    await move(ctx, row.affiliateId, row.currency, { [row.state]: -more })
    row.reversed += more
    if (row.reversed === row.amount) row.state = 'reversed'
  } else if (row.state !== 'reversed') {
    // the commission was paid out already or is being paid, so the amount is deducted from the next payout
    ctx.em.create(CommissionTable, {
      ...{ affiliateId: row.affiliateId, referralId: row.referralId, chargeId, clawback: wanted, saleAmount: 0, amount: -more, currency: row.currency },
      ...{ state: 'due', flags: [], dueAt: ctx.now() },
    })
    await move(ctx, row.affiliateId, row.currency, { due: -more })
  }
  await ctx.em.flush()
  await tell(ctx, 'reversed', row.affiliateId, { act: `${row.id}:${wanted}`, sum: { amount: more, currency: row.currency } })
}

/** A disputed payment earns nothing before the dispute is over; lost, it is taken back whole. */
export async function dispute(ctx: Ctx, { chargeId, status, amount }: { chargeId: number; status: 'open' | 'won' | 'lost'; amount: number }): Promise<void> {
  await inTurn(ctx, chargeId)
  const found = await ctx.em.findOne(CommissionTable, { chargeId, clawback: 0 })
  if (!found) return
  const row = await hold(ctx, CommissionTable, found.id)
  const others = row.flags.filter((flag) => flag !== 'disputed')
  row.flags = status === 'open' ? [...others, 'disputed'] : others
  await ctx.em.flush()
  if (status === 'lost') await takeBack(ctx, chargeId, amount)
}

/** @throws AtriumError 404, 409 for one that is not waiting */
export async function review(ctx: Ctx, id: number, decision: 'approve' | 'reject'): Promise<void> {
  const row = await hold(ctx, CommissionTable, id, 'Commission')
  if (row.state !== 'pending') throw conflict('This commission is no longer pending.', 'commission_settled')
  if (decision === 'approve') row.flags = []
  else {
    await move(ctx, row.affiliateId, row.currency, { pending: row.reversed - row.amount })
    await tell(ctx, 'reversed', row.affiliateId, { act: `${row.id}:${row.amount}`, sum: { amount: row.amount - row.reversed, currency: row.currency } })
    row.reversed = row.amount
    row.state = 'reversed'
  }
  await ctx.em.flush()
  await ctx.audit(decision === 'approve' ? 'commission.approved' : 'commission.rejected', `commission:${id}`, { amount: row.amount, currency: row.currency })
}

const BATCH = 500
/** What has waited long enough and nobody needs to look at is due. */
export async function ripen(ctx: Ctx, at = ctx.now()): Promise<void> {
  for (;;) {
    const rows = await ctx.sql<{ id: number; affiliate_id: number; currency: string; amount: number }>(
      `update affiliates.commission set state = 'due', updated_at = now() where community_id = $1 and id in (
         select id from affiliates.commission where community_id = $1 and state = 'pending' and flags = '[]' and due_at <= $2 order by due_at limit ${BATCH} for update skip locked)
       returning id, affiliate_id, currency, (amount - reversed)::float8 as amount`,
      [at],
    )
    const sums = Map.groupBy(rows, ({ affiliate_id, currency }) => `${affiliate_id} ${currency}`)
    for (const [first, ...rest] of sums.values()) {
      const sum = [first!, ...rest].reduce((all, { amount }) => all + amount, 0)
      await move(ctx, first!.affiliate_id, first!.currency, { pending: -sum, due: sum })
      // by the first of them: it becomes due once
      await tell(ctx, 'due', first!.affiliate_id, { act: String(first!.id), sum: { amount: sum, currency: first!.currency }, at })
    }
    if (rows.length < BATCH) break
  }
  await ctx.em.nativeDelete(ClickTable, { expiresAt: { $lt: ctx.now() } })
}

type Filter = Paging & { state?: State; affiliate_id?: number; flagged?: boolean }
export async function list(ctx: Ctx, query: Filter) {
  const before = lastId(query)
  const rows = await ctx.em.find(
    CommissionTable,
    {
      ...(before !== null && { id: { $lt: before } }),
      ...(query.state && { state: query.state }),
      ...(query.affiliate_id && { affiliateId: query.affiliate_id }),
      ...(query.flagged && { flags: { $ne: [] as never }, state: 'pending' }),
    },
    { orderBy: { id: 'desc' }, limit: rowsFor(query) },
  )
  const found = page(rows, { query, key: ({ id }) => [id] }, (row) => row)
  return { ...found, records: await present(ctx, found.records) }
}
export async function show(ctx: Ctx, id: number): Promise<Commission> {
  const row = await ctx.em.findOne(CommissionTable, { id })
  if (!row) throw notFound('Commission')
  return (await present(ctx, [row]))[0]!
}

async function present(ctx: Ctx, rows: CommissionRow[]): Promise<Commission[]> {
  if (rows.length === 0) return []
  const affiliates = new Map((await ctx.em.find(AffiliateTable, { id: { $in: rows.map((row) => row.affiliateId) } })).map((row) => [row.id, row]))
  const referrals = new Map((await ctx.em.find(ReferralTable, { id: { $in: rows.map((row) => row.referralId) } })).map((row) => [row.id, row]))
  const people = await ctx.members.byIds([...affiliates.values(), ...referrals.values()].map(({ memberId }) => memberId))
  const nameOf = (memberId: number | undefined) => (memberId === undefined ? undefined : people.get(memberId)?.name) ?? '–'
  return rows.map((row) => ({
    ...{ id: row.id, charge_id: row.chargeId, sale_amount: row.saleAmount, amount: row.amount, amount_reversed: row.reversed, currency: row.currency },
    affiliate: { id: row.affiliateId, name: nameOf(affiliates.get(row.affiliateId)?.memberId) },
    buyer: nameOf(referrals.get(row.referralId)?.memberId),
    ...{ state: row.state as State, flags: row.flags as Flag[] },
    ...{ due_at: row.dueAt.toISOString(), paid_at: row.paidAt?.toISOString() ?? null, created_at: row.createdAt.toISOString() },
  }))
}

/** What is due becomes a payout: passed on to an account at the processor, or paid by hand from a list and marked. */
import { conflict, writeMoney, cut } from '@atrium/sdk'
import { csv, type CsvColumns, csvFile, type Ctx, hold, isRefusal, lastId, page, type Paging, rowsFor } from '@atrium/sdk/server'
import payments, { type AccountState } from '../../../payments/contract.ts'
import contract, { type Payout } from '../../contract.ts'
import { AffiliateTable, CommissionTable, type PayoutRow, PayoutTable } from '../entities.ts'
import { transferJob } from '../jobs.ts'
import { move } from './commissions.ts'
import { tell } from './news.ts'
import { ofMember } from './people.ts'

export interface Open {
  affiliate_id: number
  community_member_id: number
  name: string
  amount: number
  currency: string
  below_minimum: boolean
}
/** What is due and not on its way, by affiliate and currency; the minimum is in the currency of the programme, other currencies have none. */
export async function openSums(ctx: Ctx, memberIds?: number[]): Promise<Open[]> {
  const { minimum_payout: minimum, currency } = ctx.settings(contract)
  const rows = await ctx.sql<{ affiliate_id: number; member_id: number; currency: string; amount: number }>(
    `select c.affiliate_id, a.member_id, c.currency, sum(c.amount - c.reversed)::float8 as amount
     from affiliates.commission c join affiliates.affiliate a on a.community_id = $1 and a.id = c.affiliate_id
     where c.community_id = $1 and c.state = 'due' and c.payout_id is null and a.status in ('enrolled', 'suspended') and ($2::bigint[] is null or a.member_id = any ($2))
     group by c.affiliate_id, a.member_id, c.currency having sum(c.amount - c.reversed) > 0 order by amount desc`,
    [memberIds ?? null],
  )
  const people = await ctx.members.byIds(rows.map((row) => row.member_id))
  return rows.map((row) => ({
    ...{ affiliate_id: row.affiliate_id, community_member_id: row.member_id, name: people.get(row.member_id)?.name ?? '–' },
    ...{ amount: row.amount, currency: row.currency, below_minimum: row.currency === currency && row.amount < minimum },
  }))
}

/** One payout for each affiliate and currency; two admins at once begin it once. */
export async function start(ctx: Ctx, memberIds?: number[], at = ctx.now()): Promise<Payout[]> {
  const begun: PayoutRow[] = []
  for (const open of await openSums(ctx, memberIds)) {
    if (open.below_minimum) continue
    const affiliate = await hold(ctx, AffiliateTable, open.affiliate_id)
    // read anew: within the lock nobody else begins
    const due = await ctx.em.find(CommissionTable, { affiliateId: affiliate.id, currency: open.currency, state: 'due', payoutId: null })
    const amount = due.reduce((sum, row) => sum + row.amount - row.reversed, 0)
    if (amount <= 0) continue
    const method = affiliate.accountReady && affiliate.account ? 'connect' : 'manual'
    const payout = ctx.em.create(PayoutTable, {
      affiliateId: affiliate.id,
      memberId: affiliate.memberId,
      amount,
      currency: open.currency,
      method,
      status: 'processing',
      createdAt: at,
    })
    await ctx.em.flush()
    for (const row of due) row.payoutId = payout.id
    await ctx.em.flush()
    await ctx.audit('affiliate_payout.started', `affiliate_payout:${payout.id}`, { amount, currency: open.currency })
    if (method === 'connect') await ctx.enqueue(transferJob, { payoutId: payout.id }, { key: `transfer:${payout.id}` })
    begun.push(payout)
  }
  return present(ctx, begun)
}

async function settle(ctx: Ctx, id: number, transfer: string | null, paidAt = ctx.now()): Promise<boolean> {
  const payout = await hold(ctx, PayoutTable, id)
  if (payout.status === 'paid') return false
  Object.assign(payout, { status: 'paid', paidAt, transfer, problem: null })
  await ctx.em.nativeUpdate(CommissionTable, { payoutId: id, state: 'due' }, { state: 'paid', paidAt })
  await move(ctx, payout.affiliateId, payout.currency, { due: -payout.amount, paid: payout.amount })
  await ctx.em.flush()
  await tell(ctx, 'paid', payout.affiliateId, { act: String(id), sum: payout, at: paidAt })
  return true
}

/** Those that are paid by hand, and those that could not be passed on. */
export async function markPaid(ctx: Ctx, memberIds?: number[], at = ctx.now()): Promise<Payout[]> {
  const open = await ctx.em.find(PayoutTable, {
    ...(memberIds && { memberId: { $in: memberIds } }),
    $or: [{ status: 'processing', method: 'manual' }, { status: 'failed' }],
  })
  const done: PayoutRow[] = []
  for (const { id } of open)
    if (await settle(ctx, id, null, at)) {
      await ctx.audit('affiliate_payout.marked_paid', `affiliate_payout:${id}`)
      done.push((await ctx.em.findOne(PayoutTable, { id }))!)
    }
  return present(ctx, done)
}

/** @param ctx not in a transaction: the processor is asked; the key makes one transfer of one payout, however often this runs */
export async function transfer(ctx: Ctx, payoutId: number): Promise<void> {
  const payout = await ctx.em.findOne(PayoutTable, { id: payoutId }, { disableIdentityMap: true })
  if (payout?.status !== 'processing' || payout.method !== 'connect') return
  const affiliate = await ctx.em.findOne(AffiliateTable, { id: payout.affiliateId }, { disableIdentityMap: true })
  if (!affiliate?.account) return
  try {
    const { id } = await ctx.use(payments).transfer({
      purpose: { owner: 'affiliates', reference: `payout:${payoutId}` },
      accountId: affiliate.account,
      money: { amount: payout.amount, currency: payout.currency },
      key: `affiliates-payout:${payoutId}`,
    })
    await ctx.em.transactional(() => settle(ctx, payoutId, id))
  } catch (error) {
    // away: tried again; refused: somebody has to look
    if (!isRefusal(error)) throw error
    await ctx.em.nativeUpdate(PayoutTable, { id: payoutId, status: 'processing' }, { status: 'failed', problem: cut(error.message, 300) })
  }
}

export async function list(ctx: Ctx, query: Paging & { status?: string }) {
  const before = lastId(query)
  const rows = await ctx.em.find(
    PayoutTable,
    { ...(before !== null && { id: { $lt: before } }), ...(query.status && { status: query.status }) },
    { orderBy: { id: 'desc' }, limit: rowsFor(query) },
  )
  const found = page(rows, { query, key: ({ id }) => [id] }, (row) => row)
  return { ...found, records: await present(ctx, found.records) }
}

export async function present(ctx: Ctx, rows: PayoutRow[]): Promise<Payout[]> {
  const people = await ctx.members.byIds(rows.map(({ memberId }) => memberId))
  return rows.map((row) => ({
    ...{ id: row.id, community_member_id: row.memberId, amount: row.amount, currency: row.currency, problem: row.problem ?? null },
    affiliate: { id: row.affiliateId, name: people.get(row.memberId)?.name ?? '–' },
    ...{ method: row.method as Payout['method'], status: row.status as Payout['status'] },
    ...{ paid_at: row.paidAt?.toISOString() ?? null, created_at: row.createdAt.toISOString() },
  }))
}

/** More than these at once belong into several files. */
const MOST = 5_000
export async function exported(ctx: Ctx, memberIds?: number[]) {
  const rows = await ctx.em.find(
    PayoutTable,
    { status: { $in: ['processing', 'failed'] }, ...(memberIds && { memberId: { $in: memberIds } }) },
    { orderBy: { id: 'asc' }, limit: MOST },
  )
  const people = await ctx.members.byIds(rows.map(({ memberId }) => memberId))
  const addresses = await ctx.members.addresses(rows.map(({ memberId }) => memberId))
  const columns: CsvColumns<(typeof rows)[number]> = [
    ['payout_id', (row) => row.id],
    ['name', (row) => people.get(row.memberId)?.name ?? ''],
    ['email', (row) => addresses.get(row.memberId)?.email ?? ''],
    ['amount', (row) => writeMoney(row.amount, row.currency)],
    ['currency', (row) => row.currency.toUpperCase()],
    ['method', (row) => row.method],
    ['started_at', (row) => row.createdAt],
  ]
  return csvFile('affiliate-payouts.csv', csv(columns, rows))
}

/** Where the affiliate opens an account at the processor. @throws AtriumError 409 for whoever does not take part */
export async function openAccount(ctx: Ctx): Promise<string> {
  const own = await ofMember(ctx, ctx.me().id)
  if (own?.status !== 'enrolled') throw conflict('Join the affiliate program first.', 'not_enrolled')
  const service = ctx.use(payments)
  const key = `affiliates-account:${own.id}`
  const account =
    own.account ?? (await service.connectAccount({ purpose: { owner: 'affiliates', reference: `affiliate:${own.id}` }, email: ctx.account!.email, key })).id
  if (!own.account) await ctx.em.nativeUpdate(AffiliateTable, { id: own.id }, { account })
  const page = `${ctx.community.url}/account/affiliate`
  return (await service.onboardingLink(account, { returnTo: page, refreshTo: page })).url
}
export async function followAccount(
  ctx: Ctx,
  { purpose, state }: { purpose: { owner: string; reference: string } | null; state: AccountState },
): Promise<void> {
  const [kind, id] = purpose?.owner === 'affiliates' ? purpose.reference.split(':') : []
  if (kind !== 'affiliate') return
  await ctx.em.nativeUpdate(AffiliateTable, { id: Number(id) }, { account: state.id, accountReady: state.status === 'ready' })
}

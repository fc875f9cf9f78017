/** What is sold around Clay & Fire: plans of the platform, and members who bring others for a share. */
import type { Ctx } from '@atrium/sdk/server'
import affiliates from '../../../affiliates/contract.ts'
import payments from '../../../payments/contract.ts'
import plans from '../../../plans/contract.ts'
import { planJob } from '../jobs.ts'
import { DAY } from './calendar.ts'
import { chooser } from './chance.ts'

const prices = (month: number, year: number) => [
  { billing_cycle: 'monthly' as const, currency: 'eur', amount: month },
  { billing_cycle: 'yearly' as const, currency: 'eur', amount: year },
  { billing_cycle: 'monthly' as const, currency: 'usd', amount: month + 400 },
  { billing_cycle: 'yearly' as const, currency: 'usd', amount: year + 4_000 },
]

/** Offers the plans; the community's own is taken by a job, as it is paid at the test provider. */
export async function addPlans(ctx: Ctx): Promise<void> {
  const service = ctx.use(plans)
  await service.offer('basic', {
    is_offered: true,
    limits: { members: 500, spaces: 20, storage: 10, seats: 2 },
    prices: prices(2_900, 29_000),
  })
  await service.offer('professional', {
    is_offered: true,
    trial_days: 14,
    limits: { members: 5_000, spaces: 100, storage: 100, seats: 5 },
    prices: prices(7_900, 79_000),
  })
  await service.offer('business', {
    is_offered: true,
    limits: { members: 25_000, spaces: 1_000, storage: 1_000, seats: 20 },
    prices: prices(19_900, 199_000),
  })
  await service.addAddon({ name: '', limit: 'members', step: 1_000, is_offered: true, prices: prices(900, 9_000) })
  await service.addAddon({ name: '', limit: 'storage', step: 50, is_offered: true, prices: prices(600, 6_000) })
  await service.addCoupon({ name: 'First hundred communities', percent: 20 })
  await ctx.enqueue(planJob, {})
}

/** Not in a transaction: the provider is asked. Taken once. */
export async function takePlan(ctx: Ctx): Promise<void> {
  if (!ctx.has(plans) || ctx.use(payments).provider().key !== 'test' || (await ctx.use(plans).hasPlan())) return
  const planId = await ctx.use(plans).idOf('business')
  if (planId === null) return
  const { checkoutId } = await ctx.use(plans).subscribe({ plan_id: planId, billing_cycle: 'yearly', billing_currency: 'eur' })
  if (!checkoutId) return
  await ctx.use(payments).test.pay(checkoutId)
  await ctx.use(payments).test.payOut({ amount: 120_000, currency: 'eur' })
}

const MONTH = 30 * DAY
const [MONTHLY, YEARLY] = [1_400, 14_400]
/** Who brings people: for how many months, with how many clicks, and whom each month. */
const SELLERS = [
  { key: 'hana', months: 6, clicks: 102, brings: 3 },
  { key: 'priya', months: 6, clicks: 65, brings: 2 },
  { key: 'callum', months: 5, clicks: 88, brings: 2 },
  { key: 'ines', months: 4, clicks: 53, brings: 1 },
  { key: 'adaeze', months: 3, clicks: 44, brings: 1 },
]
const ASKS = 'mateo'
/** Charges of the demo, far from those that are made. */
const CHARGES = 4_000_000_000

export async function addAffiliates({ admin, idOf, all }: { admin: Ctx; idOf: (key: string) => number | undefined; all: number[] }): Promise<void> {
  const service = admin.use(affiliates)
  const now = admin.now().getTime()
  await service.start({
    ...{ enrolment: 'approval', kind: 'percent', percent: 30, duration: 'months', months: 12, cookie_days: 60, hold_days: 14, payout_day: 5 },
    ...{
      minimum_payout: 2_000,
      currency: 'eur',
      rules: 'Say that you earn by your link. No advertisements on our name, and no promises that we do not make ourselves.',
    },
  })
  const sellers = new Set([...SELLERS.map(({ key }) => idOf(key)), idOf(ASKS), admin.me().id])
  const buyers = all.filter((id) => !sellers.has(id))
  const chance = chooser(25)
  let charge = CHARGES
  const bring = (age: number) => {
    const joined = now - age * MONTH - Math.floor(chance.next() * 25 * DAY)
    const yearly = chance.chance(0.25)
    const times = !chance.chance(0.6) ? 0 : yearly ? 1 : Math.floor((now - joined) / MONTH) + 1
    return {
      joinedAt: new Date(joined),
      payments: Array.from({ length: times }, (_, i) => ({
        chargeId: charge++,
        amount: yearly ? YEARLY : MONTHLY,
        currency: 'eur',
        at: new Date(joined + i * MONTH),
      })),
    }
  }
  for (const { key, months, clicks, brings } of SELLERS) {
    const memberId = idOf(key)
    if (memberId === undefined) continue
    const id = await service.enrol(memberId, { code: key, at: new Date(now - months * MONTH) })
    const ages = Array.from({ length: months }, (_, i) => months - 1 - i)
    const referrals = ages.flatMap((age) => buyers.splice(0, brings).map((buyer) => ({ memberId: buyer, ...bring(age) })))
    const counted = ages.map((age) => ({ month: new Date(now - age * MONTH), count: Math.round(clicks * (0.7 + chance.next() * 0.6)) }))
    await service.addPast(id, { clicks: counted, referrals })
  }
  // paid on the day of each month but the last, which waits for an admin
  for (let age = 5; age > 0; age--) {
    const day = new Date(now - age * MONTH)
    await service.payUntil(new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 5)))
  }
  await service.ripen()
  const asking = idOf(ASKS)
  if (asking !== undefined) await service.ask(asking)
}

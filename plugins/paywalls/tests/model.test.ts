/** What is shown, charged, booked and opened agrees after every step of lives made by chance, at both providers. */
import { expect } from 'chai'
import fc from 'fast-check'
import { test } from '../../payments/server/service/provider.ts'
import { leave, lives, openBuyer, openShop } from './model.ts'
import type { Shop } from './sold.ts'

/** Half of them at each provider; `npm run test:faults` lives a thousand, of another seed each time. */
const RUNS = Number(process.env.ATRIUM_TEST_LIVES ?? 50)
const SEED = Number(process.env.ATRIUM_TEST_SEED ?? 20_261_126)

const agreeing = (s: Shop, provider: 'test' | 'manual') =>
  fc.asyncProperty(lives(30), async (commands) => {
    const { model, real } = await openBuyer(s, provider)
    try {
      await fc.asyncModelRun(() => ({ model, real }), commands)
    } finally {
      await leave(real)
    }
  })

describe('lives of buyers', () => {
  for (const provider of ['test', 'manual'] as const)
    it(`agree after every step: ${provider}`, async () => {
      const s = await openShop(provider)
      try {
        await fc.assert(agreeing(s, provider), { numRuns: RUNS / 2, seed: SEED, endOnFailure: true })
      } finally {
        await s.app.close()
      }
    })

  /** Each is planted in a sound shop and returns what takes it out again. */
  const onUpdate = (body: string) => (s: Shop) => plant(s, 'before update on paywalls.purchase', body)
  const inBooks = (body: string) => (s: Shop) => plant(s, 'before insert on paywalls.entry', body)
  async function plant(s: Shop, when: string, body: string) {
    await s.app.sql(`create function paywalls.planted() returns trigger language plpgsql as $$ begin ${body} return new; end $$`)
    await s.app.sql(`create trigger planted ${when} for each row execute function paywalls.planted()`)
    return () => {}
  }
  const wrap =
    <K extends 'refund' | 'changeSubscription' | 'retrieveCharge' | 'retrieveSubscription'>(name: K, with_: (real: (typeof test)[K]) => (typeof test)[K]) =>
    async () => {
      const real = test[name]
      test[name] = with_(real)
      return () => {
        test[name] = real
      }
    }
  const FAULTS: Record<string, (s: Shop) => Promise<() => void>> = {
    'a pause that nobody hears of': wrap('retrieveSubscription', (real) => async (ctx, id) => ({ ...(await real(ctx, id)), collectionPaused: false })),
    'an end that nobody hears of': wrap('retrieveSubscription', (real) => async (ctx, id) => {
      const state = await real(ctx, id)
      return { ...state, status: state.status === 'canceled' ? ('active' as const) : state.status }
    }),
    'a refund that is given twice': wrap('refund', (real) => async (ctx, id, amount, reason, key) => {
      await real(ctx, id, amount, reason, `${key}:planted`)
      return real(ctx, id, amount, reason, key).catch(() => test.retrieveCharge(ctx, id))
    }),
    'a subscription that runs on where it was ended': wrap(
      'changeSubscription',
      (real) => async (ctx, id, change, key) =>
        change.cancel === 'now' ? real(ctx, id, { cancel: 'period_end', prorate: false }, key) : real(ctx, id, change, key),
    ),
    'a refund that nobody hears of': wrap('retrieveCharge', (real) => async (ctx, id) => ({ ...(await real(ctx, id)), refunded: 0 })),
    'a payment that the books have otherwise': inBooks(`if new.kind = 'charge' and new.account = 'processor' then new.amount := new.amount - 1; end if;`),
    'a holder who is counted twice': onUpdate(
      `if new.is_open and not old.is_open then update paywalls.paywall set holders_count = holders_count + 1 where id = new.paywall_id; end if;`,
    ),
  }
  for (const [name, fault] of Object.entries(FAULTS))
    it(`find ${name}`, async () => {
      const s = await openShop('test')
      const undo = await fault(s)
      try {
        const { failed } = await fc.check(agreeing(s, 'test'), { numRuns: 60, seed: SEED, endOnFailure: true })
        expect(failed).to.equal(true)
      } finally {
        undo()
        await s.app.close()
      }
    })
})

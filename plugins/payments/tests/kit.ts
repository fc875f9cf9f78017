/** Selling something in a test. */
import type { TestApp } from '@atrium/sdk/testing'
import payments, { type CheckoutInput, type PaymentsService } from '../contract.ts'

export const LINE = { reference: 'price-1', name: 'Studio pass', unit: { amount: 1900, currency: 'eur' } }
export const MONTHLY = { ...LINE, recurring: { interval: 'month' as const, count: 1 } }

export function kit(app: TestApp) {
  let count = 0
  const input = (fields: Partial<CheckoutInput> = {}): CheckoutInput => ({
    purpose: { owner: 'tests', reference: `row-${++count}` },
    key: `checkout:${count}`,
    mode: 'payment',
    lines: [LINE],
    email: `buyer${count}@example.com`,
    successUrl: 'https://example.com/done?session={CHECKOUT_SESSION_ID}',
    cancelUrl: 'https://example.com/back',
    ...fields,
  })
  const door = <T>(work: (door: PaymentsService) => Promise<T>) => app.outside(null, (ctx) => work(ctx.use(payments)))
  const heard = async (name: string, reference: string) =>
    (await app.sql(`select payload from kernel.event where name = $1 and payload -> 'purpose' ->> 'reference' = $2 order by id`, [name, reference])).map(
      ({ payload }) => payload,
    )
  return {
    input,
    door,
    heard,
    last: async (name: string, reference: string) => (await heard(name, reference)).at(-1),
    async buy(fields: Partial<CheckoutInput> = {}, card?: string) {
      const asked = input(fields)
      const page = await door((money) => money.checkout(asked))
      const state = await door((money) => money.test.pay(page.id, card))
      await app.settle()
      return { asked, page, state, reference: asked.purpose.reference }
    },
  }
}

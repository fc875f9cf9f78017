/** Records of payments: something sold by the test provider with all that follows, and an incident. */
import { defineRecords, type MadeBy, type Target } from '@atrium/sdk/testing'
import contract from '../contract.ts'
import { manual } from '../server/service/provider.ts'

const onSession = ({ payment }: { payment: { open: string } }) => ({ params: { session: payment.open } })
const onIncident = ({ payment }: { payment: { incident: number } }) => ({ params: { id: payment.incident }, body: {} })

const records = defineRecords(contract, {
  async fill({ app, mark, side: { communityId } }: Target) {
    const sell = (key: string) =>
      app.outside(communityId, (ctx) =>
        ctx.use(contract).checkout({
          purpose: { owner: 'tests', reference: `${key}-${mark}` },
          key: `${key}:${mark}`,
          mode: 'subscription',
          lines: [{ reference: `price-${mark}`, name: `Pass ${mark}`, unit: { amount: 900, currency: 'usd' }, recurring: { interval: 'month', count: 1 } }],
          email: `buyer${mark}@example.com`,
          successUrl: 'https://example.com/done',
          cancelUrl: 'https://example.com/back',
        }),
      )
    const paid = await sell('paid')
    await app.outside(communityId, (ctx) => ctx.use(contract).test.pay(paid.id))
    await app.settle()
    const open = await sell('open')
    const order = (key: string, more: object = {}) =>
      app.outside(communityId, (ctx) =>
        manual.createCheckout(ctx.as('payments'), {
          purpose: { owner: 'tests', reference: `${key}-${mark}` },
          key: `${key}:${mark}`,
          mode: 'payment',
          lines: [{ reference: `price-${key}-${mark}`, name: `Workshop ${key} ${mark}`, unit: { amount: 900, currency: 'usd' } }],
          email: `buyer${key}${mark}@example.com`,
          successUrl: 'https://example.com/done',
          cancelUrl: 'https://example.com/back',
          ...more,
        }),
      )
    const [owed, off] = [await order('owed'), await order('off')]
    // a trial begins at once
    const unit = { amount: 900, currency: 'usd' }
    const line = { reference: `price-tried-${mark}`, name: `Tried ${mark}`, unit, recurring: { interval: 'month', count: 1 } }
    await order('tried', { mode: 'subscription', trialDays: 7, lines: [line] })
    const [incident] = await app.sql(
      `insert into payments.incident (community_id, kind, text, first_at, last_at) values ($1, 'difference', $2, now(), now())
       on conflict (community_id, kind, subject) where resolved_at is null do update set text = excluded.text returning id`,
      [communityId, `charge pi_${mark}`],
    )
    await app.sql(
      `insert into payments.refresh (community_id, provider, kind, object_id, due_at) values ($1, 'test', 'charge', $2, now() + interval '1 year')`,
      [communityId, `pi_${mark}`],
    )
    // of any other community than the owner's it leads nowhere
    await app.sql('insert into payments.connected (community_id, account_id, connected_id) values ($1, $2, $1)', [communityId, `acct_${mark}`])
    return { payment: { open: open.id, owed: owed.id, off: off.id, incident: incident.id as number } }
  },
  inputs: {
    saveSetup: { body: { manual_instructions: 'To the account on the invoice.' } },
    connect: { input: () => ({ body: {} }), own: [409], foreign: 'any' },
    refresh: { body: {} },
    resolveIncident: { input: onIncident },
    payInvoice: { input: ({ payment }) => ({ params: { invoice: payment.owed }, body: { note: 'In the post' } }), uses: true },
    voidInvoice: { input: ({ payment }) => ({ params: { invoice: payment.off }, body: {} }), uses: true },
    // what has no signature is refused, whoever sends it
    houseWebhook: { input: () => ({ body: {} }), own: [400], foreign: 'any' },
    webhook: { input: ({ side }: Target) => ({ params: { community: side.communityId }, body: {} }), own: [400], foreign: 'any' },
    setPreference: { body: { payment_method: 'sepa_debit', is_enabled: true } },
    // whoever has the address of a pay page pays on it, before they are anybody here
    testPage: { input: onSession, shared: true, outside: true },
    testPay: { input: (target) => ({ ...onSession(target), body: { card: '4242424242424242' } }), uses: true, shared: true, outside: true },
    // more than there is
    testPayOut: { input: () => ({ body: { amount: 900_000_000, currency: 'usd' } }), own: [422], foreign: [422] },
    testAdvance: { body: { days: 1 } },
  },
  screens: { '/payments/test/:session': ({ payment }) => `/payments/test/${payment.open}` },
})
export default records
export type PaymentsMade = MadeBy<typeof records>

/** Records of webhooks: endpoints that are on, off and resting, and what was delivered to them. They are of the whole community, whatever space somebody is in. */
import { defineRecords, type MadeBy, type Target } from '@atrium/sdk/testing'
import contract from '../contract.ts'

const { routes } = contract
const URL_OF = 'https://hooks.example.invalid/in'
const EVENT = 'membership.member.left'
const DAY = 86_400_000

const records = defineRecords(contract, {
  leaving: { stays: ['webhooks.endpoint'] },
  async fill({ app, side, word }: Target) {
    const record = (name: string, state: 'resting' | 'off') =>
      app.run(side.communityId, async (ctx) => {
        const admin = await ctx.actAs(side.admin.id)
        const tries = [{ status: 500, ms: 40, body: word }]
        const at = new Date(ctx.now().getTime() - 2 * DAY)
        return admin.use(contract).record({
          ...{ name: `${word} ${name}`, url: URL_OF, events: [EVENT], state },
          deliveries: [1, 2, 3].map(() => ({ event: EVENT, at, data: { memberId: side.member.id }, tries })),
        })
      })
    const hookOff = await record('off', 'off')
    const hookSpare = await record('spare', 'off')
    const hookRests = await record('rests', 'resting')
    const hookHeard = await record('heard', 'resting')
    const as = app.as(side.admin)
    const { records: all } = await as.call(routes.deliveries, { params: { id: hookHeard } })
    return { hookSpare, hookOff, hookRests, hookHeard, hookDelivery: all[0]!.id, hookAgain: all[1]!.id }
  },
  inputs: {
    list: { input: () => ({}), foreign: [200], wide: true },
    events: { input: () => ({}), foreign: [200], wide: true },
    create: { body: { name: 'Shop orders', url: URL_OF, events: [EVENT] } },
    show: { input: ({ hookHeard }) => ({ params: { id: hookHeard } }), wide: true },
    update: { input: ({ hookHeard }) => ({ params: { id: hookHeard }, body: { name: 'Another' } }), wide: true },
    destroy: { input: ({ hookSpare }) => ({ params: { id: hookSpare } }), uses: true, wide: true },
    secret: { input: ({ hookHeard }) => ({ params: { id: hookHeard } }), wide: true },
    renewSecret: { input: ({ hookHeard }) => ({ params: { id: hookHeard } }), wide: true },
    test: { input: ({ hookOff }) => ({ params: { id: hookOff } }), wide: true },
    wake: { input: ({ hookRests }) => ({ params: { id: hookRests } }), uses: true, wide: true },
    deliveries: { input: ({ hookHeard }) => ({ params: { id: hookHeard } }), wide: true },
    replaySpan: {
      input: ({ hookHeard }) => ({ params: { id: hookHeard }, body: { from: '2020-01-01T00:00:00Z', to: '2036-01-01T00:00:00Z' } }),
      wide: true,
    },
    delivery: { input: ({ hookHeard, hookDelivery }) => ({ params: { id: hookHeard, deliveryId: hookDelivery } }), wide: true },
    replay: { input: ({ hookHeard, hookAgain }) => ({ params: { id: hookHeard, deliveryId: hookAgain } }), wide: true },
  },
})
export default records
export type WebhooksMade = MadeBy<typeof records>

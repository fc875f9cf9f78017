/** Records of push broadcasts: a draft, one that is scheduled, one that was sent. They are of the whole community, whatever space somebody is in. */
import { defineRecords, type MadeBy, type Target } from '@atrium/sdk/testing'
import contract from '../contract.ts'

const { routes } = contract
const FAR = '2036-01-02T09:00:00.000Z'

const records = defineRecords(contract, {
  leaving: { stays: ['push.recipient', 'push.broadcast'] },
  async fill({ app, side, word, guest }: Target) {
    const as = app.as(side.admin)
    const draft = (more = '') => as.call(routes.create, { body: { title: `${word}${more}`, message: `${word} is on`, path: '/' } })
    const [pushDraft, spare, toSend, planned, toCancel] = [
      await draft(),
      await draft(' spare'),
      await draft(' next'),
      await draft(' later'),
      await draft(' off'),
    ]
    for (const { id } of [planned, toCancel]) await as.call(routes.sendBroadcast, { params: { id }, body: { scheduled_at: FAR } })
    const sent = await app.run(side.communityId, async (ctx) => {
      const admin = await ctx.actAs(side.admin.id)
      return admin.use(contract).record({
        ...{ title: `${word} sent`, message: word, path: '/', at: new Date(Date.now() - 3_600_000), audience: 3 },
        recipients: [{ memberId: guest.id, devices: 2, outcome: 'delivered', openedAt: new Date() }],
      })
    })
    return { pushDraft, pushSpare: spare, pushNext: toSend, pushPlanned: planned, pushOff: toCancel, pushSent: sent }
  },
  inputs: {
    list: { input: () => ({}), foreign: [200], wide: true },
    create: { body: { title: 'Kiln opening', message: 'At noon.' } },
    segments: { input: () => ({}), foreign: [200], wide: true },
    audienceCount: { input: () => ({ query: { kind: 'members' } }), foreign: [200], wide: true },
    show: { input: ({ pushDraft }) => ({ params: { id: pushDraft.id } }), wide: true },
    update: { input: ({ pushDraft }) => ({ params: { id: pushDraft.id }, body: { message: 'Another' } }), wide: true },
    destroy: { input: ({ pushSpare }) => ({ params: { id: pushSpare.id } }), uses: true, wide: true },
    sendBroadcast: { input: ({ pushNext }) => ({ params: { id: pushNext.id }, body: { scheduled_at: FAR } }), uses: true, wide: true },
    duplicate: { input: ({ pushDraft }) => ({ params: { id: pushDraft.id } }), wide: true },
    archive: { input: ({ pushSent }) => ({ params: { id: pushSent }, body: {} }), wide: true },
    cancelSchedule: { input: ({ pushOff }) => ({ params: { id: pushOff.id } }), uses: true, wide: true },
    // the admin has subscribed a browser, or not
    sendTest: { input: ({ pushDraft }) => ({ params: { id: pushDraft.id }, body: {} }), own: [200, 422], wide: true },
    report: { input: ({ pushSent }) => ({ params: { id: pushSent } }), wide: true },
    recipients: { input: ({ pushSent }) => ({ params: { id: pushSent } }), wide: true },
    opened: { input: () => ({ params: { token: 'AAAA' } }), foreign: 'any', own: [404] },
  },
  screens: { '/settings/plus/push-notifications/:id': ({ pushSent }) => `/settings/plus/push-notifications/${pushSent}` },
})
export default records
export type PushMade = MadeBy<typeof records>

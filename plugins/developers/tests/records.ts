/** Records of the developers' pages: a token with a call, and an origin. */
import { defineRecords, type MadeBy, type Target } from '@atrium/sdk/testing'
import { METER_BOUNDS } from '@atrium/sdk/server'
import contract from '../contract.ts'

const { routes } = contract

const records = defineRecords(contract, {
  leaving: { goes: ['developers.caller'] },
  fill: async (_target: Target) => ({}),
  async fillLater({ app, side, word, mark }) {
    const as = app.as(side.admin)
    const { id, token } = await as.call(routes.createToken, { body: { name: word, scopes: ['read', 'write'] } })
    const called = { kind: 'data', method: 'GET', path: `/${word}`, status: 200, count: 1, buckets: METER_BOUNDS.map(() => 0).concat(1) }
    await app.run(side.communityId, async (ctx) => ctx.use(contract).record([{ ...called, tokenId: id, memberIds: [side.member.id] }], ctx.now()))
    const origin = await as.call(routes.createOrigin, { body: { origin: `https://${word}-${mark}.example`.toLowerCase(), note: word } })
    return { apiToken: { id, token }, origin: origin.id }
  },
  inputs: {
    createToken: { body: { name: 'Another', scopes: ['read'] } },
    showToken: ({ apiToken }) => ({ params: { id: apiToken.id } }),
    updateToken: ({ apiToken }) => ({ params: { id: apiToken.id }, body: { name: 'Renamed' } }),
    destroyToken: { input: ({ apiToken }) => ({ params: { id: apiToken.id } }), uses: true },
    refreshToken: ({ apiToken }) => ({ params: { id: apiToken.id } }),
    updateAuthProvider: { body: { identifiers: ['email'] } },
    createOrigin: { input: ({ mark }) => ({ body: { origin: `https://new-${mark}.example` } }), foreign: 'any' },
    showOrigin: ({ origin }) => ({ params: { id: origin } }),
    updateOrigin: ({ origin }) => ({ params: { id: origin }, body: { note: 'Changed' } }),
    destroyOrigin: { input: ({ origin }) => ({ params: { id: origin } }), uses: true },
  },
})
export default records
export type DevelopersMade = MadeBy<typeof records>

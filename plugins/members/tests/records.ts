/** Records of members: the profile of somebody the admin knows. */
import { defineRecords, type MadeBy, type Target } from '@atrium/sdk/testing'
import type { SpacesMade } from '../../spaces/tests/records.ts'
import contract from '../contract.ts'

const records = defineRecords(contract, {
  async fill({ app, side, kind, word, mark }: Target & SpacesMade) {
    // the directory is everybody's in a community, so only an open target's word may stand there
    const said = kind === 'open' ? word : 'Somebody'
    const fields = { name: `${said} ${mark}`, headline: said, bio: said, location: said, email: `${word}-${mark}@secret.example` }
    return { profile: await app.run(side.communityId, (ctx) => ctx.members.add(fields)) }
  },
  inputs: {
    list: { input: ({ space, word }) => ({ query: { space_id: space.id, search_text: word } }), foreign: [200, 404] },
    profile: { input: ({ profile }) => ({ params: { id: profile.publicUid } }), shared: true },
    spaces: { input: ({ profile }) => ({ params: { id: profile.id } }), shared: true },
  },
  screens: { '/u/:uid': ({ profile }) => `/u/${profile.publicUid}` },
})
export default records
export type MembersMade = MadeBy<typeof records>

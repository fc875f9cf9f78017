/** Records of kudos: thanks of the admin's. Every suite that walks over all plugins fills the tables with these and calls the routes so. */
import { defineRecords, type Target } from '@atrium/sdk/testing'
import type { SpacesMade } from 'atrium/plugins/spaces/records'
import contract from '../contract.ts'

const { give } = contract.routes

export default defineRecords(contract, {
  // what was said to others stays when the account is deleted, under no name
  leaving: { stays: ['kudos.kudo'], goes: ['kudos.allowance'] },
  // every member of the community sees all kudos, so the word that may not be told outside stands in some of the community's
  async fillCommunity({ admin, member }, word, app) {
    await app.as(admin).call(give, { body: { member_id: member.id, category: 'Helpful', text: word } })
  },
  async fill({ app, side, mark }: Target & SpacesMade) {
    await app.sql('delete from kudos.allowance where member_id = $1', [side.admin.id])
    return { kudo: await app.as(side.admin).call(give, { body: { member_id: side.moderator.id, category: 'Helpful', text: `Number ${mark}` } }) }
  },
  inputs: {
    give: ({ side }) => ({ body: { member_id: side.moderator.id, category: 'Helpful', text: 'Once more' } }),
    remove: { input: ({ kudo }) => ({ params: { id: kudo.id } }), uses: true, shared: true },
  },
})

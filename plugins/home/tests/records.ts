/** Records of the home page: its banner, and who has been there. */
import { defineRecords, type Target } from '@atrium/sdk/testing'
import type { SpacesMade } from '../../spaces/tests/records.ts'
import contract from '../contract.ts'

const { routes } = contract

export default defineRecords(contract, {
  wordless: true,
  leaving: { stays: ['home.activity'], goes: ['home.closed_banner'] },
  async fillCommunity({ admin }, word, app) {
    await app.as(admin).call(routes.updateSettings, { body: { banner_title: word, meta_title: word } })
  },
  async fill({ app, side }: Target & SpacesMade) {
    await app.as(side.admin).call(routes.closeBanner)
    await app.as(side.admin).call(routes.visit)
    return {}
  },
  inputs: {
    updateSettings: { input: ({ file, space }) => ({ body: { banner_image: file.signedId, featured_space_ids: [space.id] } }), foreign: [200, 404] },
    removeFile: { body: { field_name: 'visitor_banner_image' } },
  },
})

/** Records of Sample: a note of the admin's. Every suite that walks over all plugins fills the table with this and calls the routes so. */
import { defineRecords, type Target } from '@atrium/sdk/testing'
import contract from '../contract.ts'

export default defineRecords(contract, {
  async fill({ app, side, word }: Target) {
    return { sampleNote: await app.as(side.admin).call(contract.routes.create, { body: { text: word } }) }
  },
  inputs: {
    // every member of the community sees all notes
    remove: { input: ({ sampleNote }) => ({ params: { id: sampleNote.id } }), uses: true, shared: true },
  },
})

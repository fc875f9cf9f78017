/** Records of Sample: notes of the admin's. Every suite that walks over all plugins fills the table with these and calls the routes so. */
import { defineRecords, type Target } from '@atrium/sdk/testing'
import contract from '../contract.ts'

const { create } = contract.routes

export default defineRecords(contract, {
  // what was said to others stays when the account is deleted, under no name
  leaving: { stays: ['sample.note'] },
  // every member of the community sees all notes, so the word that may not be told outside stands in one of the community's
  async fillCommunity({ admin }, word, app) {
    await app.as(admin).call(create, { body: { text: word } })
  },
  async fill({ app, side, mark }: Target) {
    return { sampleNote: await app.as(side.admin).call(create, { body: { text: `Note ${mark}` } }) }
  },
  inputs: {
    remove: { input: ({ sampleNote }) => ({ params: { id: sampleNote.id } }), uses: true, shared: true },
  },
})

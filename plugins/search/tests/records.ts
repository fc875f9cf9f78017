/** Records of search: what one looked for and saved, and a rebuild of the index. */
import { defineRecords, type MadeBy, type Target } from '@atrium/sdk/testing'
import type { SpacesMade } from '../../spaces/tests/records.ts'
import contract from '../contract.ts'

const { routes } = contract

const records = defineRecords(contract, {
  leaving: { goes: ['search.recent', 'search.saved'], stays: ['search.rebuild'] },
  fill: async ({ app, side, word }: Target & SpacesMade) => {
    const as = app.as(side.admin)
    await as.call(routes.remember, { body: { text: word } })
    await as.call(routes.startRebuild)
    return { saved: await as.call(routes.save, { body: { saved_search: { text: `${word} after:2020`, name: word } } }) }
  },
  inputs: {
    search: { input: ({ word }) => ({ query: { text: word, counts: '1' } }), foreign: [200] },
    suggestions: { input: ({ word }) => ({ query: { operator: 'in', text: word } }), foreign: [200] },
    // everybody's own
    remember: { input: () => ({ body: { text: 'Mine' } }), foreign: [200] },
    save: { input: () => ({ body: { saved_search: { text: 'Mine' } } }), foreign: [201] },
    renameSaved: ({ saved }) => ({ params: { id: saved.id }, body: { saved_search: { name: 'Mine' } } }),
    unsave: { input: ({ saved }) => ({ params: { id: saved.id } }), uses: true },
  },
})
export default records
export type SearchMade = MadeBy<typeof records>

/** Records of masquerading: it keeps none, and is asked about the target's space and people. */
import { defineRecords, type Target } from '@atrium/sdk/testing'
import type { SpacesMade } from '../../spaces/tests/records.ts'
import contract from '../contract.ts'

export default defineRecords(contract, {
  fill: async (_target: Target & SpacesMade) => ({}),
  inputs: {
    entities: { input: ({ space }) => ({ query: { space_id: space.id } }), foreign: [403, 404] },
    // as themselves, which is refused: a session that is masked could not be asked for the rest
    start: { input: ({ side }) => ({ body: { entity_id: side.admin.id } }), foreign: [403, 404], own: [403] },
  },
})

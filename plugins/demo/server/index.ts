/** The wiring of the demo community: one hook. */
import { defineServer } from '@atrium/sdk/server'
import demo from '../contract.ts'

// its texts are read once in the life of a community
export default defineServer(demo, { hooks: { enable: async (ctx) => (await import('./service/fill.ts')).fillEmptyCommunity(ctx) } })

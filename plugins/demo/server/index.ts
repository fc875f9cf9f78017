/** The wiring of the demo community: one hook. */
import { defineServer } from '@atrium/sdk/server'
import demo from '../contract.ts'
import { fillEmptyCommunity } from './fill.ts'

export default defineServer(demo, { hooks: { enable: fillEmptyCommunity } })

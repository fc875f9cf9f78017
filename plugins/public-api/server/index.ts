/** The wiring of the published API. */
import { defineServer } from '@atrium/sdk/server'
import contract from '../contract.ts'
import { routes } from './routes/index.ts'

export default defineServer(contract, { routes })

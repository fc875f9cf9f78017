/** The wiring of looking as somebody else. */
import { defineServer } from '@atrium/sdk/server'
import contract from '../contract.ts'
import { handlers } from './routes.ts'

export default defineServer(contract, { routes: handlers })

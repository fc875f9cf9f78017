/** The wiring of what admins see of the machine behind their community. */
import { defineServer } from '@atrium/sdk/server'
import contract from '../contract.ts'
import { handlers } from './routes.ts'

export default defineServer(contract, { routes: handlers })

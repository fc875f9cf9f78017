/** The wiring of Sample. */
import { defineServer } from '@atrium/sdk/server'
import contract from '../contract.ts'
import { Note } from './entities.ts'
import { handlers } from './routes.ts'

export default defineServer(contract, {
  entities: [Note],
  routes: handlers,
})

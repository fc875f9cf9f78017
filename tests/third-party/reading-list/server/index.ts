/** The wiring of the reading list. */
import { defineServer } from '@atrium/sdk/server'
import contract from '../contract.ts'
import { Item } from './entities.ts'
import { addPost } from './events.ts'
import { handlers } from './routes.ts'

export default defineServer(contract, {
  entities: [Item],
  routes: handlers,
  on: [addPost],
})

/** What mocha does after each file, in whichever process it ran: databases on a shared server do not pile up. */
import { dropClones } from './database.ts'

export const mochaHooks = { afterAll: dropClones }

/** Handlers of the site. */
import type { Handlers } from '@atrium/sdk/server'
import type site from '../../contract.ts'
import { addressHandlers } from './addresses.ts'
import { lookHandlers } from './looks.ts'
import { pageHandlers } from './pages.ts'
import { publicHandlers } from './public.ts'
import { roundHandlers } from './round.ts'

export const handlers: Handlers<typeof site> = { ...pageHandlers, ...lookHandlers, ...addressHandlers, ...roundHandlers, ...publicHandlers }

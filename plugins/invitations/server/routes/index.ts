/** The calls of coming in: links, emails, imports. */
import type { Handlers } from '@atrium/sdk/server'
import type contract from '../../contract.ts'
import { emailRoutes } from './emails.ts'
import { importRoutes } from './imports.ts'
import { linkRoutes } from './links.ts'

export const handlers: Handlers<typeof contract> = { ...linkRoutes, ...emailRoutes, ...importRoutes }

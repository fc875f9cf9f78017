/** Handlers of selling, by who calls them. */
import type { Handlers } from '@atrium/sdk/server'
import type contract from '../../contract.ts'
import { afterRoutes } from './after.ts'
import { catalogueRoutes } from './catalogue.ts'
import { checkoutRoutes } from './checkout.ts'
import { ownRoutes } from './own.ts'
import { seatRoutes } from './seats.ts'

export const handlers: Handlers<typeof contract> = { ...catalogueRoutes, ...checkoutRoutes, ...afterRoutes, ...ownRoutes, ...seatRoutes }

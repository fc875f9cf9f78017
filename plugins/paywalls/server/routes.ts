/** Handlers of selling, by room. */
import type { Handlers } from '@atrium/sdk/server'
import type contract from '../contract.ts'
import { afterRoutes } from './billing/routes/after.ts'
import { orderRoutes } from './billing/routes/order.ts'
import { ownRoutes } from './billing/routes/own.ts'
import { seatRoutes } from './billing/routes/seats.ts'
import { bookRoutes } from './books/routes.ts'
import { catalogueRoutes } from './selling/routes/catalogue.ts'
import { checkoutRoutes } from './selling/routes/checkout.ts'

export const handlers: Handlers<typeof contract> = {
  ...catalogueRoutes,
  ...checkoutRoutes,
  ...orderRoutes,
  ...afterRoutes,
  ...ownRoutes,
  ...seatRoutes,
  ...bookRoutes,
}

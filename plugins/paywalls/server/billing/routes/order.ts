/** Handler of the press that begins to pay: from here on it is an order. */
import type { Handlers } from '@atrium/sdk/server'
import type contract from '../../../contract.ts'
import { present } from '../../selling/service/checkout.ts'
import { start } from '../service/order.ts'

export const orderRoutes = {
  async checkout(ctx, { body }) {
    await start(ctx, body)
    return present(ctx, body.session_id, body.key)
  },
} satisfies Partial<Handlers<typeof contract>>

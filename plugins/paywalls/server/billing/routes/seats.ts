/** Handlers of seats, gifts, and taking them. */
import { lastId, type Handlers, page, rowsFor } from '@atrium/sdk/server'
import type contract from '../../../contract.ts'
import { giftLink, resendGift } from '../service/gifts.ts'
import { offered, redeem, redeemSession } from '../service/redeem.ts'
import { inviteToSeats, leaveSeat, listSeats, presentSeat, previewSeats, removeSeat, resendSeat, seatLink } from '../service/seats.ts'

export const seatRoutes = {
  async seats(ctx, { params, query }) {
    const after = lastId(query)
    return page(await listSeats(ctx, params.id, after, rowsFor(query)), { query, key: (row) => [row.id] }, presentSeat)
  },
  inviteToSeats: async (ctx, { params, body }) => ({ sent: await inviteToSeats(ctx, params.id, body.emails) }),
  async resendSeat(ctx, { params }) {
    await resendSeat(ctx, params.id, params.seat_id)
  },
  async removeSeat(ctx, { params }) {
    await removeSeat(ctx, params.id, params.seat_id)
  },
  async leaveSeat(ctx, { params }) {
    await leaveSeat(ctx, params.id)
  },
  seatLink: async (ctx, { params, body }) => ({ url: await seatLink(ctx, params.id, body.renew) }),
  previewSeats: (ctx, { params, body }) => previewSeats(ctx, params.id, body.seats),
  async resendGift(ctx, { params, body }) {
    await resendGift(ctx, params.id, body.email)
  },
  giftLink: async (ctx, { params }) => ({ url: await giftLink(ctx, params.id) }),
  offered: (ctx, { body }) => offered(ctx, body.token),
  redeemSession: async (ctx, { body }) => ({ session_id: await redeemSession(ctx, body.token) }),
  redeem: async (ctx, { body }) => ({ to: await redeem(ctx, body) }),
} satisfies Partial<Handlers<typeof contract>>

/** Calls of what one buys for others: seats of a group, gifts, and taking them. */
import { date, del, done, get, id, list, open, paging, post, z, emailAddress } from '@atrium/sdk'
import { MOST_SEATS } from './inputs.ts'
import { ChangePreview, PaywallCard } from './records.ts'

/** Invitations in one call. */
export const MOST_INVITED = 50

export const Seat = z.object({
  id: z.number(),
  state: z.enum(['taken', 'invited']),
  is_own: z.boolean(),
  name: z.string(),
  email: z.string(),
  member_public_uid: z.string().nullable(),
  avatar_url: z.string().nullable(),
  at: date,
})
export type Seat = z.output<typeof Seat>

/** A seat as whoever sits in it sees it, where somebody else pays. */
export const HeldSeat = z.object({
  id: z.number(),
  paywall_name: z.string(),
  cover_url: z.string().nullable(),
  /** Who pays; null: they have left, or are erased. */
  buyer_name: z.string().nullable(),
  taken_at: date,
  /** When it is over, where that is known. */
  ends_at: date.nullable(),
})
export type HeldSeat = z.output<typeof HeldSeat>

/** A gift as its buyer sees it. */
export const GiftState = z.object({
  /** `waits`: for its day; `link`: costs nothing, so its giver hands the link on; `void`: given back before it was taken. */
  state: z.enum(['waits', 'sent', 'link', 'redeemed', 'void']),
  email: z.string(),
  name: z.string(),
  note: z.string(),
  send_on: z.string().nullable(),
  sent_at: date.nullable(),
  redeemed_at: date.nullable(),
  redeemed_by: z.string().nullable(),
})
export type GiftState = z.output<typeof GiftState>

/** What whoever came by a link of a seat or a gift reads. */
const Offered = z.object({
  kind: z.enum(['seat', 'gift']),
  paywall: PaywallCard,
  /** Who gives it. */
  from: z.string().nullable(),
  note: z.string(),
  /** To whom it was sent; empty where the link is for whoever has it. */
  sent_to: z.object({ email: z.string(), name: z.string() }),
  /** Why it cannot be taken just now; null: it can. */
  closed: z.enum(['taken', 'held', 'full', 'over']).nullable(),
  email: z.string().nullable(),
  consent_required: z.boolean(),
  /** Until when what is given stays, for a gift of one period. */
  lasts: z.string().nullable(),
})
export type Offered = z.output<typeof Offered>

const byId = { params: z.object({ id }) }
const bySeat = { params: z.object({ id, seat_id: id }) }
const mailing = { limit: { points: 30, seconds: 600 } }
const guessing = { limit: { points: 60, seconds: 300 } }
const token = z.string().trim().min(20).max(100)
const comers = open('Whoever has a link to a seat or a gift need not be a member yet.')
const at = '/internal_api/paywalls/own/subscriptions/:id' as const

export const seatRoutes = {
  seats: get(`${at}/seats`, { can: 'member', ...byId, query: paging, reply: list(Seat), summary: 'Seats of one’s own purchase: taken and invited' }),
  inviteToSeats: post(`${at}/seats`, {
    can: 'member',
    ...mailing,
    ...byId,
    body: z.object({ emails: z.array(emailAddress).min(1, 'Enter an email address.').max(MOST_INVITED) }),
    reply: z.object({ sent: z.number() }),
    summary: 'Mails a link to each address; each holds a seat. 409 `no_seat` where fewer are free',
  }),
  resendSeat: post(`${at}/seats/:seat_id/resend`, { can: 'member', ...mailing, ...bySeat, reply: done, summary: 'A new link by mail; the one before is void' }),
  removeSeat: del(`${at}/seats/:seat_id`, { can: 'member', ...bySeat, reply: done, summary: 'Takes a seat away, with all that it opened' }),
  seatLink: post(`${at}/seat_link`, {
    can: 'member',
    ...mailing,
    ...byId,
    body: z.object({ renew: z.boolean().default(false) }),
    reply: z.object({ url: z.string() }),
    summary: 'The link by which people take free seats; a new one voids the one before',
  }),
  previewSeats: post(`${at}/seats/preview`, {
    can: 'member',
    limit: { points: 120, seconds: 60 },
    ...byId,
    transaction: false,
    body: z.object({ seats: z.number().int().min(1).max(MOST_SEATS) }),
    reply: ChangePreview,
    summary: 'What another number of seats would cost today',
  }),
  leaveSeat: del('/internal_api/paywalls/own/seats/:id', {
    can: 'member',
    ...byId,
    reply: done,
    summary: 'Gives back a seat that somebody else pays for, with all that it opened',
  }),
  resendGift: post(`${at}/gift`, {
    can: 'member',
    ...mailing,
    ...byId,
    body: z.object({ email: emailAddress.optional() }),
    reply: done,
    summary: 'Sends a gift now, to another address if one is given; the link before is void. 409 `gift_free` where nothing was paid for it',
  }),
  giftLink: post(`${at}/gift_link`, {
    can: 'member',
    limit: guessing.limit,
    ...byId,
    reply: z.object({ url: z.string() }),
    summary: 'The link of a gift that costs nothing, for its giver to hand on. 409 `gift_mailed` where it was paid for',
  }),

  offered: post('/internal_api/paywalls/checkout/redeem/prepare', {
    can: comers,
    ...guessing,
    body: z.object({ token }),
    reply: Offered,
    summary: 'What a link of a seat or a gift gives',
  }),
  redeemSession: post('/internal_api/paywalls/checkout/redeem/sessions', {
    can: comers,
    ...guessing,
    body: z.object({ token }),
    reply: z.object({ session_id: z.uuid() }),
    status: 201,
    summary: 'For who is not signed in: a session whose code proves the address',
  }),
  redeem: post('/internal_api/paywalls/checkout/redeem', {
    can: 'account',
    ...guessing,
    body: z.object({ token, consent: z.boolean().default(false) }),
    reply: z.object({ to: z.string() }),
    summary: 'Takes it, and becomes a member with it. 409 `taken`, `held`, `no_seat`, `gift_over`, `subscription_over`',
  }),
}

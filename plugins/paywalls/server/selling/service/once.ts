/** What a person has once, whichever of their addresses and cards they come with; and what a checkout holds until something comes of it. */
import { invalid, mailboxOf } from '@atrium/sdk'
import { type Ctx, lock } from '@atrium/sdk/server'
import invitations from '../../../../invitations/contract.ts'
import type { CouponRow, PaywallRow } from '../../entities.ts'
import { releaseCoupon, useCoupon } from './coupons.ts'

export interface Person {
  memberId: number | null
  /** Proven; null: nobody knows yet who it is. */
  email: string | null
}
/** Paywalls of one group are tried together. */
export const trialOf = ({ id, paywall_group_id: group }: Pick<PaywallRow, 'id' | 'paywall_group_id'>): string =>
  `trial:${group === null ? `paywall:${id}` : `group:${group}`}`
const who = ({ memberId, email }: Person) => [memberId, email && mailboxOf(email)]

/** Whether somebody has had it. A page that nobody has paid on yet has given nothing. */
export async function hadOnce(ctx: Ctx, what: string, person: Person): Promise<boolean> {
  const [row] = await ctx.sql(
    `select 1 from paywalls.once o left join paywalls.checkout c on c.community_id = $1 and c.uid = o.checkout_uid
     where o.community_id = $1 and o.what = $2 and (o.member_id = $3 or o.mailbox = $4) and (c.status is null or c.status <> 'started') limit 1`,
    [what, ...who(person)],
  )
  return row !== undefined
}
/** Of two at once one has it. @returns whether it is this checkout's */
async function holdOnce(ctx: Ctx, what: string, person: Person, uid: string): Promise<boolean> {
  const [made] = await ctx.sql(
    'insert into paywalls.once (community_id, what, member_id, mailbox, checkout_uid) values ($1, $2, $3, $4, $5) on conflict do nothing returning id',
    [what, ...who(person), uid],
  )
  return made !== undefined
}
/** The same, and a later page takes it from an earlier one that nobody has paid on. */
export async function takeOnce(ctx: Ctx, what: string, person: Person, uid: string): Promise<boolean> {
  const [moved] = await ctx.sql(
    `update paywalls.once o set checkout_uid = $5, updated_at = now() from paywalls.checkout c where o.community_id = $1 and o.what = $2
       and (o.member_id = $3 or o.mailbox = $4) and c.community_id = $1 and c.uid = o.checkout_uid and c.status = 'started' returning o.id`,
    [what, ...who(person), uid],
  )
  return moved !== undefined || holdOnce(ctx, what, person, uid)
}
/** It begins: is it this checkout's, and has nobody had it with this card? */
export async function isFirst(ctx: Ctx, what: string, uid: string, fingerprint: string | null): Promise<boolean> {
  await lock(ctx, `paywalls.once ${what} ${fingerprint}`)
  const [own] = await ctx.sql(
    `update paywalls.once o set fingerprint = $4, updated_at = now() where o.community_id = $1 and o.what = $2 and o.checkout_uid = $3 and not exists
       (select from paywalls.once x where x.community_id = $1 and x.what = $2 and x.fingerprint = $4 and x.checkout_uid <> $3) returning o.id`,
    [what, uid, fingerprint],
  )
  return own !== undefined
}

const used = () => invalid({ coupon_code: ['You’ve already used this coupon.'] }, 'You’ve already used this coupon.', 'coupon_used')
/** @throws AtriumError 422 `coupon_used` */
export async function demandUnused(ctx: Ctx, coupon: CouponRow | null, person: Person): Promise<void> {
  if (coupon?.once_per_member && (await hadOnce(ctx, `coupon:${coupon.id}`, person))) throw used()
}
/** Counts a use, and that it was this person's. @throws AtriumError 422 `coupon_used_up`, `coupon_used` */
export async function useCouponOnce(ctx: Ctx, coupon: CouponRow, person: Person, uid: string): Promise<void> {
  await useCoupon(ctx, coupon.id)
  if (coupon.once_per_member && !(await holdOnce(ctx, `coupon:${coupon.id}`, person, uid))) throw used()
}

/** Days of a free trial for this person: those of their invitation or of the price, once. */
export const trialDaysFor = async (ctx: Ctx, paywall: PaywallRow, days: number, person: Person): Promise<number> =>
  days > 0 && (await hadOnce(ctx, trialOf(paywall), person)) ? 0 : days

/** One use of the invitation by which it is bought. @throws AtriumError 403 `invitation_for_another`, 410 `invitation_gone` */
export async function useInvitation(ctx: Ctx, invitation: string, buyer: { accountId: number; email: string }, uid: string): Promise<void> {
  if (ctx.has(invitations)) await ctx.use(invitations).claim({ invitation, ...buyer, reference: `checkout:${uid}` })
}
/** A checkout that came to nothing gives back what it held: its coupon, its trial, the use of an invitation. */
export async function release(ctx: Ctx, checkoutId: number): Promise<void> {
  await releaseCoupon(ctx, checkoutId)
  const [row] = await ctx.sql<{ uid: string; invitation: string | null }>('select uid, invitation from paywalls.checkout where community_id = $1 and id = $2', [
    checkoutId,
  ])
  if (!row) return
  await ctx.sql('delete from paywalls.once where community_id = $1 and checkout_uid = $2', [row.uid])
  if (row.invitation !== null && ctx.has(invitations)) await ctx.use(invitations).release(`checkout:${row.uid}`)
}

/** Coming in by a link or a mailed invitation: what is shown before, who is let in, and what is opened then. */
import { AtriumError, notFound } from '@atrium/sdk'
import { addTo, becomeMember, type Ctx, hashToken, isRefusal } from '@atrium/sdk/server'
import type { z } from 'zod'
import contract, { type InvitationPayment, type OpenedTarget, type Preview } from '../../contract.ts'
import { BulkTable, EmailTable, type PlaceName, type Tables } from '../entities.ts'
import { hasClaim, nameOf } from './claims.ts'
import { stateOf, useLink } from './links.ts'
import { enterFirst, openFor, pathOf } from './opening.ts'
import { tagMembers } from './tags.ts'
import { demandInvited, gone } from './tokens.ts'

interface Found {
  kind: Preview['kind']
  id: number
  opens: OpenedTarget[]
  places: PlaceName[]
  tagIds: number[]
  facts: Record<string, string>
  inviterId: number | null
  message: string
  email: string | null
  redirectSpaceId: number | null
  paywall: z.output<typeof Preview>['paywall']
  expiresAt: Date | null
  isOpen: boolean
  claimedBy: number | null
  bulkId: number
}

async function find(ctx: Ctx, token: string): Promise<Found | null> {
  const db = ctx.em.getKysely<Tables>()
  const here = ctx.community.id
  const hash = hashToken(token)
  const link = await db.selectFrom('invitations.invitation_link').selectAll().where('community_id', '=', here).where('token_hash', '=', hash).executeTakeFirst()
  if (link) {
    const { id, opens, places, member_tag_ids: tagIds, created_by: inviterId, redirect_space_id: redirectSpaceId, paywall, expires_at: expiresAt } = link
    const isOpen = stateOf(ctx, link) === 'active'
    const shown = { facts: {}, message: '', email: null, claimedBy: null, bulkId: 0 }
    return { ...shown, kind: 'link', id, opens, places, tagIds, inviterId, redirectSpaceId, paywall, expiresAt, isOpen }
  }
  const mailed = await db
    .selectFrom('invitations.email_invitation as e')
    .innerJoin('invitations.bulk as b', (join) => join.on('b.community_id', '=', here).onRef('b.id', '=', 'e.bulk_id'))
    .select(['e.id', 'e.email', 'e.facts', 'e.claimed_by', 'e.expires_at', 'e.status', 'e.opens as own', 'e.member_tag_ids as own_tags'])
    .select(['b.id as bulk_id', 'b.opens', 'b.places', 'b.member_tag_ids', 'b.message', 'b.redirect_space_id', 'b.paywall', 'b.created_by'])
    .where('e.community_id', '=', here)
    .where('e.token_hash', '=', hash)
    .executeTakeFirst()
  if (!mailed) return null
  return {
    kind: 'email',
    id: mailed.id,
    opens: [...mailed.opens, ...mailed.own],
    places: mailed.places,
    tagIds: [...new Set([...mailed.member_tag_ids, ...mailed.own_tags])],
    facts: mailed.facts,
    inviterId: mailed.created_by,
    message: mailed.message,
    email: mailed.email,
    redirectSpaceId: mailed.redirect_space_id,
    paywall: mailed.paywall,
    expiresAt: mailed.expires_at,
    isOpen: mailed.status === 'open' && (mailed.expires_at === null || mailed.expires_at > ctx.now()),
    claimedBy: mailed.claimed_by,
    bulkId: mailed.bulk_id,
  }
}

/** Whether this member has come by it already. */
async function cameBy(ctx: Ctx, found: Found): Promise<boolean> {
  if (!ctx.member) return false
  if (found.kind === 'email') return found.claimedBy === ctx.member.id
  const [used] = await ctx.sql('select 1 from invitations.link_use where community_id = $1 and link_id = $2 and member_id = $3', [found.id, ctx.member.id])
  return used !== undefined
}
/** @throws AtriumError 404 `invitation_not_found`, 410 `invitation_gone` */
async function byToken(ctx: Ctx, token: string): Promise<{ found: Found; came: boolean }> {
  const found = await find(ctx, token)
  if (!found) throw notFound('Invitation', 'invitation_not_found')
  const came = await cameBy(ctx, found)
  if (!found.isOpen && !came && !(found.kind === 'link' && (await hasClaim(ctx, found.id)))) throw gone()
  return { found, came }
}

/** The plugin that sells, if it is on. */
export const paymentOf = (ctx: Ctx): InvitationPayment | undefined => ctx.fill(contract.points.payment)[0]?.value

/** What whoever holds this token pays, and by which invitation. */
export async function paywallOf(ctx: Ctx, token: string): Promise<(NonNullable<Found['paywall']> & { invitation: string }) | null> {
  const found = await find(ctx, token)
  if (!found?.paywall) return null
  const isOpen = found.isOpen || (found.kind === 'link' && (await hasClaim(ctx, found.id)))
  return isOpen ? { ...found.paywall, invitation: nameOf(found) } : null
}

export async function preview(ctx: Ctx, token: string): Promise<z.input<typeof Preview>> {
  const { found, came } = await byToken(ctx, token)
  const inviter = found.inviterId ? (await ctx.members.byIds([found.inviterId])).get(found.inviterId) : undefined
  const { kind, message, places: opens, email, expiresAt, paywall } = found
  const shown = { kind, message, opens, email, expires_at: expiresAt, paywall: paymentOf(ctx) ? paywall : null }
  return {
    ...shown,
    community: ctx.community.name,
    invited_by: inviter?.isActive ? inviter.name : null,
    is_member: ctx.member !== null,
    taken: came || (ctx.member !== null && (await tokenOf(ctx, ctx.member.id)) === token),
  }
}

/** Does it let this address into a community that is closed for sign-up? A link lets everybody in who has it, an email the one it was sent to, whose address it proves. */
export async function vouch(ctx: Ctx, { token, email }: { token: string; email: string }): Promise<boolean | 'mailed'> {
  const found = await find(ctx, token)
  // who is to pay first comes by the checkout
  if (found?.paywall && paymentOf(ctx)) return false
  if (!found?.isOpen) return false
  return found.email === null || (found.email === email.trim().toLowerCase() && 'mailed')
}

/**
 * Comes in, or gets what it opens as a member. A second press by the same person does no harm.
 * @throws AtriumError 404, 410; 402 `payment_required`; 403 for a mail to somebody else; 422 `consent_required`
 */
export async function comeIn(ctx: Ctx, token: string, consent = false): Promise<{ redirect_to_space_id: number | null; path: string }> {
  const { found, came } = await byToken(ctx, token)
  if (found.email !== null && !came) demandInvited(found.email, ctx.account?.email)
  const payment = paymentOf(ctx)
  if (found.paywall && payment && !(ctx.member && (await payment.holds(ctx, ctx.member.id, found.paywall.paywall_id))))
    throw new AtriumError(402, 'payment_required', 'This invitation requires payment at checkout.')
  const me = ctx.member?.id ?? (await becomeMember(ctx, { consent, proven: found.email !== null }))
  if (!came) await take(ctx, found, me)
  return { redirect_to_space_id: found.redirectSpaceId, path: await pathOf(ctx, found.redirectSpaceId) }
}
async function take(ctx: Ctx, found: Found, me: number): Promise<void> {
  if (found.kind === 'link') {
    if (!(await useLink(ctx, found.id, me, gone))) return
    await openFor(ctx, [me], found.opens, { source: 'invitation_link', sourceId: found.id })
    ctx.emit(contract.events['link.used'], { linkId: found.id, memberId: me })
  } else {
    const claimed = { status: 'accepted' as const, claimedBy: me, claimedAt: ctx.now(), nextReminderAt: null, updatedAt: ctx.now() }
    // one row, to whoever comes first
    if (!(await ctx.em.nativeUpdate(EmailTable, { id: found.id, status: 'open' }, claimed))) throw gone()
    await addTo(ctx, BulkTable, found.bulkId, { accepted: 1 })
    await openFor(ctx, [me], found.opens, { source: 'invitation', sourceId: found.bulkId })
    const address = Object.keys(found.facts).length ? (await ctx.members.addresses([me])).get(me) : undefined
    if (address) await ctx.members.addMany([{ ...found.facts, email: address.email }])
  }
  await tagMembers(ctx, [me], found.tagIds)
  await enterFirst(ctx, found.redirectSpaceId, me)
}

/** The invitation that a member signed up with. */
async function tokenOf(ctx: Ctx, memberId: number): Promise<string | null> {
  const [member] = await ctx.sql<{ token: string | null }>(
    "select preferences ->> 'invitation_token' as token from kernel.member_card where community_id = $1 and id = $2 and status = 'active'",
    [memberId],
  )
  return member?.token ?? null
}

/** Whoever signed up with an invitation gets what it opens. */
export async function claim(ctx: Ctx, { memberId }: { memberId: number }): Promise<void> {
  const token = await tokenOf(ctx, memberId)
  if (!token || !(await find(ctx, token))) return
  await comeIn(await ctx.actAs(memberId), token).catch((error) => {
    if (!isRefusal(error)) throw error
    ctx.log.info({ memberId, code: error.code }, 'the invitation was not taken')
  })
}

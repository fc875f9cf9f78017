/** Invitations by mail: each link lets one person into one space or group, once (case A11). */
import { AtriumError, forbidden, notFound, sentence, type Sentence } from '@atrium/sdk'
import { authorize, becomeMember, type Ctx, hashToken, isOpenForSignUp, lock, newToken } from '@atrium/sdk/server'
import type { z } from 'zod'
import contract, { INVITATION_DAYS, type Invitation, INVITATIONS_A_DAY, INVITATIONS_AN_HOUR } from '../../contract.ts'
import { composeInvitation } from './emails.ts'
import { InvitationTable } from '../entities.ts'
import { groupPolicy, spacePolicy } from '../policies.ts'
import { countInvitationsWrite, invitationById, invitationByToken, type InvitationRow, inviterRead, openInvitations, type Place } from '../reads.ts'
import { groupById } from './groups.ts'
import { addMembers, addToGroup, enter } from './members.ts'
import { coversOf, describedSpaces, spaceById } from './spaces.ts'

const DAY_MS = 86_400_000
const gone = () => new AtriumError(410, 'invitation_gone', 'This invitation was already used, revoked or has expired. Ask for a new one.')
const present = ({ claimed_by: _by, is_open: _open, inviter_id: _id, ...row }: InvitationRow): z.input<typeof Invitation> => row

export const listInvitations = async (ctx: Ctx, place: Place, placeId: number) => (await ctx.sql<InvitationRow>(openInvitations(place), [placeId])).map(present)

/** One limit for invitations to spaces and groups together, so that a stolen account cannot send spam. @throws AtriumError 429 `invitation_limit_reached` */
async function spend(ctx: Ctx, mails: number): Promise<void> {
  const [sums] = await ctx.sql<{ by_member: number; by_all: number }>(countInvitationsWrite, [ctx.me().id, mails])
  if (sums!.by_member > INVITATIONS_AN_HOUR)
    throw tooMany(sentence('You can send up to {max} invitations per hour. Try again later.', { max: INVITATIONS_AN_HOUR }), 3600)
  if (sums!.by_all > INVITATIONS_A_DAY)
    throw tooMany(sentence('This community can send up to {max} invitations per day. Try again tomorrow.', { max: INVITATIONS_A_DAY }), 86_400)
}
const tooMany = (message: Sentence, retryAfter: number) => new AtriumError(429, 'invitation_limit_reached', message, { retryAfter })

/** Mails a link to each address. A newer link replaces the older one to the same address; one sent within this minute is not sent again. */
export async function invite(ctx: Ctx, place: Place, { id, name }: { id: number; name: string }, { emails, message }: { emails: string[]; message: string }) {
  const where = place === 'space' ? { spaceId: id } : { spaceGroupId: id }
  const wanted = [...new Set(emails)]
  await lock(ctx, 'spaces.invite')
  const thisMinute = { createdAt: { $gt: new Date(ctx.now().getTime() - 60_000) } }
  const recent = await ctx.em.find(InvitationTable, { ...where, ...thisMinute, email: wanted, claimedAt: null }, { disableIdentityMap: true })
  const sent = new Set(recent.map(({ email }) => email))
  const unsent = wanted.filter((address) => !sent.has(address))
  if (unsent.length === 0) return { sent: 0, records: [] }
  await spend(ctx, unsent.length)
  await ctx.audit('invitations.sent', `${place === 'space' ? 'space' : 'space_group'}:${id}`, { count: unsent.length })
  const [words] = ctx.fill(contract.points.email)
  const inviter = ctx.me().name
  const ids: number[] = []
  for (const email of unsent) {
    const { token, hash } = newToken()
    await ctx.em.nativeDelete(InvitationTable, { ...where, email, claimedAt: null })
    const expiresAt = new Date(ctx.now().getTime() + INVITATION_DAYS * DAY_MS)
    const made = ctx.em.create(InvitationTable, { ...where, email, tokenHash: hash, invitedBy: ctx.me().id, expiresAt })
    await ctx.em.flush()
    ids.push(made.id)
    const link = `${ctx.community.platformUrl}/space_invitations/${token}`
    const own = (await words?.value.words(ctx, { name: email.split('@')[0]!, inviter })) ?? null
    await ctx.mail({
      to: email,
      locale: ctx.locale,
      secret: link,
      ...composeInvitation(ctx.locale, { community: ctx.community.name, place: name, inviter, link, message, days: INVITATION_DAYS, own }),
    })
  }
  const made = new Set(ids)
  return { sent: ids.length, records: (await listInvitations(ctx, place, id)).filter((row) => made.has(row.id)) }
}

/** Whoever may not know of the place is not told that somebody was invited there. @throws AtriumError 404, 403 */
export async function revokeInvitation(ctx: Ctx, id: number): Promise<void> {
  const [row] = await ctx.sql<InvitationRow>(invitationById, [id])
  if (row?.space_id) await authorize(ctx, spacePolicy, 'moderate', await spaceById(ctx, row.space_id), 'Invitation', 'invitation_not_found')
  else await authorize(ctx, groupPolicy, 'moderate', row && (await groupById(ctx, row.space_group_id!))?.seen, 'Invitation', 'invitation_not_found')
  await ctx.em.nativeDelete(InvitationTable, { id, claimedAt: null })
}

async function target(ctx: Ctx, { space_id, space_group_id }: InvitationRow) {
  if (space_id) {
    const { row } = (await spaceById(ctx, space_id))!
    return { kind: 'space' as const, id: row.id, name: row.name, emoji: row.emoji, path: `/c/${row.slug}`, isMember: row.membership_id !== null }
  }
  const { row, role } = (await groupById(ctx, space_group_id!))!.seen
  return { kind: 'group' as const, id: row.id, name: row.name, emoji: null, path: `/s/${row.slug}`, isMember: role !== null }
}
/** What its inviter may still do: whoever lost the right, left or was put out has nobody come in through their invitations. */
async function standing(ctx: Ctx, row: InvitationRow): Promise<{ may: boolean; vouches: boolean }> {
  const [found] = await ctx.sql<{ may: boolean; vouches: boolean }>(inviterRead(row.space_id ? 'space' : 'group'), [
    row.space_id ?? row.space_group_id,
    row.inviter_id ?? 0,
  ])
  return found ?? { may: false, vouches: false }
}
const find = async (ctx: Ctx, token: string) => (await ctx.sql<InvitationRow>(invitationByToken, [hashToken(token)]))[0]

/** @throws AtriumError 404 for what is no invitation, 410 for one that was used by another, is too old, or whose inviter may invite no more */
async function byToken(ctx: Ctx, token: string) {
  const row = await find(ctx, token)
  if (!row) throw notFound('Invitation', 'invitation_not_found')
  if (ctx.member && row.claimed_by === ctx.member.id) return { row, vouches: true }
  const { may, vouches } = await standing(ctx, row)
  if (!row.is_open || !may) throw gone()
  return { row, vouches }
}

/** Does it let this address into a community that is closed for sign-up? It was mailed there alone. */
export async function vouch(ctx: Ctx, { token, email }: { token: string; email: string }): Promise<false | 'mailed'> {
  const row = await find(ctx, token)
  return row?.is_open === true && row.email === email.trim().toLowerCase() && (await standing(ctx, row)).vouches && 'mailed'
}

/** The invitation that a member signed up with. */
export async function tokenOf(ctx: Ctx, memberId: number): Promise<string | null> {
  const [member] = await ctx.sql<{ token: string | null }>(
    "select preferences ->> 'invitation_token' as token from kernel.member_card where community_id = $1 and id = $2 and status = 'active'",
    [memberId],
  )
  return member?.token ?? null
}

export async function previewInvitation(ctx: Ctx, token: string) {
  const { row, vouches } = await byToken(ctx, token)
  const { kind, name, emoji, path, isMember } = await target(ctx, row)
  const taken = ctx.member !== null && (await tokenOf(ctx, ctx.member.id)) === token
  const seen = row.space_id === null ? null : await spaceById(ctx, row.space_id)
  const [described] = seen && (await spacePolicy.enter(ctx, seen)) ? await describedSpaces(ctx, [seen.row.id]) : []
  return {
    kind,
    name,
    emoji,
    path,
    cover_url: described ? ((await coversOf(ctx, [described.id])).get(described.id) ?? null) : null,
    description: described?.description ?? null,
    members_count: described?.membersCount ?? null,
    taken,
    invited_by: row.invited_by,
    is_member: isMember,
    lets_in: vouches || isOpenForSignUp(ctx),
    expires_at: row.expires_at,
  }
}

/** Whoever is signed in becomes a member of the community; the mailed link proves the address it was sent to. */
function comeIn(ctx: Ctx, row: InvitationRow, vouches: boolean, consent: boolean): Promise<number> {
  if (!vouches && !isOpenForSignUp(ctx)) throw forbidden('This invitation is for community members only. Join the community first.', 'sign_up_closed')
  return becomeMember(ctx, { consent, proven: ctx.account?.email.toLowerCase() === row.email })
}

/** Takes the invitation. A second press by the same person does no harm, and whoever is in already leaves it for another. */
export async function acceptInvitation(ctx: Ctx, token: string, consent = false): Promise<string> {
  const { row, vouches } = await byToken(ctx, token)
  const place = await target(ctx, row)
  if (place.isMember || (ctx.member && row.claimed_by === ctx.member.id)) return place.path
  const me = ctx.member?.id ?? (await comeIn(ctx, row, vouches, consent))
  const claimed = { claimedBy: me, claimedAt: ctx.now(), updatedAt: ctx.now() }
  // the update succeeds for one caller alone
  if (!(await ctx.em.nativeUpdate(InvitationTable, { id: row.id, claimedAt: null, expiresAt: { $gt: ctx.now() } }, claimed))) throw gone()
  await enter(ctx, place.kind, place.id, me, () => (place.kind === 'space' ? addMembers(ctx, 'space', [place.id], [me]) : addToGroup(ctx, place.id, [me])))
  return place.path
}

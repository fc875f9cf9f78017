/** Invitations by mail: each link lets one person into one space or group, once (A11). */
import { createHash, randomBytes } from 'node:crypto'
import { AtriumError, notFound } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import type { z } from 'zod'
import { INVITATION_DAYS, type Invitation } from '../../contract.ts'
import { invitationLetter } from '../letters.ts'
import { claimInvitationWrite, groupsRead, invitationById, invitationByToken, type InvitationRow, openInvitations, type Place } from '../reads.ts'
import { addMembers, addToGroup } from './members.ts'
import { spaceById } from './spaces.ts'

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')
const columnOf = (place: Place) => (place === 'space' ? 'space_id' : 'space_group_id')
const gone = () => new AtriumError(410, 'invitation_gone', 'This invitation was used already, was taken back, or is too old. Ask for a new one.')
const present = ({ claimed_by: _by, is_open: _open, ...row }: InvitationRow): z.input<typeof Invitation> => row

export const listInvitations = async (ctx: Ctx, place: Place, placeId: number) => (await ctx.sql<InvitationRow>(openInvitations(place), [placeId])).map(present)

/** Mails a link to each address. A newer link replaces the older one to the same address; one sent within this minute is not sent again. */
export async function invite(ctx: Ctx, place: Place, { id, name }: { id: number; name: string }, { emails, message }: { emails: string[]; message: string }) {
  const column = columnOf(place)
  const wanted = [...new Set(emails)]
  await ctx.sql(`select pg_advisory_xact_lock(hashtext('spaces.invite.${place}'), ($2::bigint % 2147483647)::int) where $1::bigint is not null`, [id])
  const recent = await ctx.sql<{ email: string }>(
    `select email from spaces.invitation where community_id = $1 and ${column} = $2 and email = any ($3::text[]) and claimed_at is null and created_at > now() - interval '1 minute'`,
    [id, wanted],
  )
  const sent = new Set(recent.map(({ email }) => email))
  const ids: number[] = []
  for (const email of wanted.filter((address) => !sent.has(address))) {
    const token = randomBytes(24).toString('base64url')
    await ctx.sql(`delete from spaces.invitation where community_id = $1 and ${column} = $2 and email = $3 and claimed_at is null`, [id, email])
    const [row] = await ctx.sql<{ id: number }>(
      `insert into spaces.invitation (community_id, ${column}, email, token_hash, invited_by, expires_at)
       values ($1, $2, $3, $4, $5, now() + make_interval(days => $6)) returning id`,
      [id, email, hashOf(token), ctx.me().id, INVITATION_DAYS],
    )
    ids.push(row!.id)
    const letter = { community: ctx.community.name, place: name, inviter: ctx.me().name, link: `${ctx.community.url}/space_invitations/${token}`, message }
    await ctx.mail({ to: email, ...invitationLetter(ctx.locale, { ...letter, days: INVITATION_DAYS }) })
  }
  const made = new Set(ids)
  return { sent: ids.length, records: (await listInvitations(ctx, place, id)).filter((row) => made.has(row.id)) }
}

/** Where an invitation leads, for asking who may take it back. @throws AtriumError 404 */
export async function invitationPlace(ctx: Ctx, id: number): Promise<{ place: Place; placeId: number }> {
  const [row] = await ctx.sql<InvitationRow>(invitationById, [id])
  if (!row) throw notFound('Invitation', 'invitation_not_found')
  return row.space_id ? { place: 'space', placeId: row.space_id } : { place: 'group', placeId: row.space_group_id! }
}
export const revokeInvitation = async (ctx: Ctx, id: number): Promise<void> => {
  await ctx.sql('delete from spaces.invitation where community_id = $1 and id = $2 and claimed_at is null', [id])
}

async function target(ctx: Ctx, { space_id, space_group_id }: InvitationRow) {
  if (space_id) {
    const { row } = (await spaceById(ctx, space_id))!
    return { kind: 'space' as const, id: row.id, name: row.name, emoji: row.emoji, path: `/c/${row.slug}`, isMember: row.membership_id !== null }
  }
  const row = (await ctx.read(groupsRead, [ctx.member?.id ?? 0])).find(({ id }) => id === space_group_id)!
  return { kind: 'group' as const, id: row.id, name: row.name, emoji: null, path: `/s/${row.slug}`, isMember: row.member_role !== null }
}
/** @throws AtriumError 404 for what is no invitation, 410 for one that was used by another or is too old */
async function byToken(ctx: Ctx, token: string): Promise<InvitationRow> {
  const [row] = await ctx.sql<InvitationRow>(invitationByToken, [hashOf(token)])
  if (!row) throw notFound('Invitation', 'invitation_not_found')
  if (!row.is_open && (!ctx.member || row.claimed_by !== ctx.member.id)) throw gone()
  return row
}

export async function previewInvitation(ctx: Ctx, token: string) {
  const row = await byToken(ctx, token)
  const { kind, name, emoji, path, isMember } = await target(ctx, row)
  return { kind, name, emoji, path, invited_by: row.invited_by, is_member: isMember, expires_at: row.expires_at }
}

/** Takes the invitation. A second press by the same person does no harm, and whoever is in already leaves it for another. */
export async function acceptInvitation(ctx: Ctx, token: string): Promise<string> {
  const row = await byToken(ctx, token)
  const place = await target(ctx, row)
  const me = ctx.me().id
  if (place.isMember || row.claimed_by === me) return place.path
  if ((await ctx.sql(claimInvitationWrite, [row.id, me])).length === 0) throw gone()
  if (place.kind === 'space') await addMembers(ctx, 'space', place.id, [me])
  else await addToGroup(ctx, place.id, [me], 'member')
  return place.path
}

/** Who may write to whom: the community's settings, connections, and what members wish. */
import { AGENT_ROLE, AtriumError, forbidden } from '@atrium/sdk'
import { type Ctx, statement, containing } from '@atrium/sdk/server'
import content from '../../../content/contract.ts'
import spaces from '../../../spaces/contract.ts'
import membersPlugin from '../../../members/contract.ts'
import chat, { type Recipient } from '../../contract.ts'
import type { RoomRow } from '../reads.ts'

/** The other one of a direct conversation, for as long as they are a member. */
const otherRead = statement<{ community_member_id: number; roles: string[] }>(
  'chat.other',
  `select k.id as community_member_id, k.roles from chat.participant p join kernel.member_card k on k.community_id = $1 and k.id = p.member_id and k.status = 'active'
   where p.community_id = $1 and p.room_id = $2 and p.member_id <> $3`,
)
/** Those whom everybody may write to, and who may answer: AI agents too, as they begin nothing. */
const STAFF = ['admin', 'moderator', AGENT_ROLE]
/** Asked once a request, however many conversations a list has. */
const apartOf = (ctx: Ctx): Promise<number[]> => ctx.once('chat.apart', () => ctx.use(content).apart())
const isStaff = (roles: readonly string[]) => roles.some((role) => STAFF.includes(role))
const staff = (ctx: Ctx) => ctx.member !== null && isStaff(ctx.member.roles)

/** Those of these members to whom the reader may write for the first time. */
export async function reachable(ctx: Ctx, members: readonly { id: number; roles: readonly string[] }[]): Promise<Set<number>> {
  const { messaging_enabled, member_to_member_messaging_enabled: open, connection_required } = ctx.settings(chat)
  const ids = members.map(({ id }) => id)
  if (!messaging_enabled || ids.length === 0) return new Set()
  if (staff(ctx)) return new Set(ids)
  const refused = new Set(await ctx.use(membersPlugin).refused(ids))
  const ok = new Set(members.filter(({ id, roles }) => isStaff(roles) && !refused.has(id)).map(({ id }) => id))
  const rest = ids.filter((id) => !ok.has(id) && !refused.has(id))
  if (!open || rest.length === 0) return ok
  for (const id of connection_required ? await ctx.use(membersPlugin).agreed(rest) : rest) ok.add(id)
  return ok
}

/**
 * May the reader write there now? Connections are asked about first messages alone.
 * @param other of a direct conversation, where lists have read them already; null for one who is no member any more
 */
export async function maySend(ctx: Ctx, room: RoomRow, other?: { community_member_id: number; roles: readonly string[] } | null): Promise<boolean> {
  if (!ctx.member || ctx.viewOnly || !ctx.can('chat.create')) return false
  if (room.kind === 'space') return (await ctx.use(spaces).access()).canPost(room.space_id!)
  if (room.participant_id === null) return false
  // messages between members may be off: what is said in a call is said to all of it
  if (room.kind === 'embedded') return true
  const settings = ctx.settings(chat)
  if (!settings.messaging_enabled) return false
  if (room.kind === 'group_chat') return settings.group_messaging_enabled || staff(ctx)
  const partner = other === undefined ? (await ctx.read(otherRead, [room.id, ctx.member.id]))[0] : other
  if (!partner || (await apartOf(ctx)).includes(partner.community_member_id)) return false
  return settings.member_to_member_messaging_enabled || staff(ctx) || isStaff(partner.roles)
}
/** May somebody else in a direct conversation or a group write there? */
export function othersMaySend(ctx: Ctx, room: Pick<RoomRow, 'kind'>, other: { roles: readonly string[]; is_active: boolean }): boolean {
  const settings = ctx.settings(chat)
  if (!other.is_active || !settings.messaging_enabled) return false
  if (room.kind === 'group_chat') return settings.group_messaging_enabled || isStaff(other.roles)
  return settings.member_to_member_messaging_enabled || staff(ctx) || isStaff(other.roles)
}

/** @throws AtriumError 403 `messaging_disabled`, `not_connected`; 404 for somebody who is no member */
export async function demandReach(ctx: Ctx, memberIds: number[]): Promise<void> {
  const known = await ctx.sql<{ id: number; roles: string[] }>(
    `select id, roles from kernel.member_card where community_id = $1 and id = any ($2::bigint[]) and status = 'active'`,
    [memberIds],
  )
  if (known.length < memberIds.length)
    throw new AtriumError(404, 'community_member_not_found', 'One of these people isn’t a member. Remove them and try again.')
  const ok = await reachable(ctx, known)
  if (ok.size === memberIds.length) return
  const { messaging_enabled, member_to_member_messaging_enabled, connection_required } = ctx.settings(chat)
  if (messaging_enabled && member_to_member_messaging_enabled && connection_required)
    throw forbidden('Connect with this member first to exchange messages.', 'not_connected')
  throw forbidden('You can’t message some of these people.', 'messaging_disabled')
}

/** Members whose name fits, and to whom the reader may write. */
export async function recipients(ctx: Ctx, text: string): Promise<Recipient[]> {
  const like = containing(text.trim())
  const rows = await ctx.sql<{ id: number; public_uid: string; name: string; headline: string | null; avatar_url: string | null; roles: string[] }>(
    `select id, public_uid, name, headline, avatar_url, roles from kernel.member_card
     where community_id = $1 and status = 'active' and id <> $2 and name ilike $3 order by name, id limit 50`,
    [ctx.me().id, like],
  )
  const ok = await reachable(ctx, rows)
  return rows
    .filter(({ id }) => ok.has(id))
    .slice(0, 20)
    .map((row) => ({ community_member_id: row.id, name: row.name, headline: row.headline, avatar_url: row.avatar_url, user_public_uid: row.public_uid }))
}

/** How conversations and those in them are shown. */
import { addressFiles, type Ctx, isoOf } from '@atrium/sdk/server'
import { type RichTextDoc, timeIn } from '@atrium/sdk'
import type { z } from 'zod'
import spaces from '../../../spaces/contract.ts'
import { type ChatRoom, isPersonal, type Participant, READERS_SHOWN } from '../../contract.ts'
import { maySend, othersMaySend } from './permits.ts'
import { floorOf, roomPolicy } from '../policies.ts'
import type { LastJson, ListedRow, ParticipantRow, RoomRow } from '../reads.ts'

type Seen = z.input<typeof Participant>
/** "3h ago" in the reader's language; empty where nobody knows. */
export const seenText = (ctx: Pick<Ctx, 'locale' | 'now'>, at: Date | null): string => (at ? timeIn(ctx.locale, at, { within: true, now: ctx.now() }) : '')
/** Does the room tell who has read what? */
const tellsReaders = (room: RoomRow) => isPersonal(room.kind) && room.participants_count <= READERS_SHOWN

export async function toParticipants(ctx: Ctx, room: RoomRow, rows: ParticipantRow[]): Promise<Seen[]> {
  const states = await ctx.presenceOf(rows.map(({ member_id }) => member_id))
  return rows.map((row): Seen => {
    const own = row.member_id === ctx.member?.id
    const status = states.get(row.member_id) ?? 'offline'
    return {
      id: row.id,
      community_member_id: row.member_id,
      name: row.name,
      avatar_url: row.avatar_url,
      user_public_uid: row.public_uid,
      headline: row.headline,
      bio: row.bio,
      location: row.location,
      user_id: row.account_id,
      admin: row.admin,
      community_admin: row.roles.includes('admin'),
      moderator: row.roles.includes('moderator'),
      // what others have muted or put away is theirs to know
      muted: own && row.muted,
      archived: own && row.archived,
      status,
      last_seen_text: status === 'online' ? '' : seenText(ctx, row.last_seen_at),
      deleted_at: isoOf(row.left_at),
      read_position: own || tellsReaders(room) ? row.read_position : null,
    }
  })
}
/** The reader in that room, with what they may do. */
export async function current(
  ctx: Ctx,
  room: RoomRow,
  other?: { community_member_id: number; roles: string[] } | null,
): Promise<z.input<typeof ChatRoom>['current_participant']> {
  const me = ctx.me()
  const [can_send_message, can_manage] = await Promise.all([maySend(ctx, room, other), roomPolicy.manage(ctx, room)])
  return {
    id: room.participant_id ?? 0,
    community_member_id: me.id,
    name: me.name,
    avatar_url: me.avatarUrl,
    user_public_uid: me.publicUid,
    headline: me.headline,
    bio: null,
    location: null,
    user_id: me.accountId,
    admin: room.admin ?? false,
    community_admin: me.isAdmin,
    moderator: me.isModerator,
    muted: room.muted ?? false,
    archived: room.archived ?? false,
    status: 'online',
    last_seen_text: '',
    deleted_at: null,
    read_position: room.read_position ?? room.position,
    can_send_message,
    can_manage: can_manage && !ctx.viewOnly,
    pinned: room.pinned ?? false,
  }
}

const iso = (at: string) => isoOf(new Date(at))
const lastKind = ({ deleted, voice, text }: LastJson) => (deleted ? 'deleted' : voice ? 'voice' : text ? 'text' : 'file')
function toLast(ctx: Ctx, row: ListedRow): z.input<typeof ChatRoom>['last_message'] {
  const { last } = row
  if (!last) return null
  const named = !last.deleted && last.member_id !== null
  return {
    id: last.id,
    // what a room shows last stands outside threads
    parent_message_id: null,
    chat_thread_id: last.replies_count > 0 ? last.id : null,
    chat_room_participant_id: last.participant_id,
    created_at: iso(last.created_at),
    sent_at: iso(last.created_at),
    edited_at: last.edited_at && !last.deleted ? iso(last.edited_at) : null,
    chat_room_uuid: row.uuid,
    sender_member_id: last.member_id,
    sender_name: last.name ?? '',
    sender: named
      ? {
          id: last.participant_id ?? 0,
          community_member_id: last.member_id!,
          name: last.name ?? '',
          avatar_url: last.avatar_url,
          user_public_uid: last.public_uid!,
        }
      : null,
    body: last.text,
    rich_text_body: last.rich ? { body: addressFiles(last.rich as RichTextDoc, ctx.files) } : null,
    kind: lastKind(last),
  }
}

export async function presentRoom(ctx: Ctx, row: ListedRow): Promise<z.input<typeof ChatRoom>> {
  const [space, seesMembers] =
    row.space_id === null ? [null, true] : await Promise.all([ctx.use(spaces).card(row.space_id), ctx.use(spaces).seesMembers(row.space_id)])
  // who is there with one is shown by what it belongs to
  const others = !seesMembers || row.kind === 'embedded' ? [] : (row.others ?? [])
  const named = row.name || others.map(({ name }) => name).join(', ')
  const other = row.kind === 'direct' ? (others[0]?.is_active ? others[0] : null) : undefined
  return {
    id: row.id,
    uuid: row.uuid,
    identifier: row.identifier ?? `${row.kind}-${row.id}`,
    chat_room_kind: row.kind,
    chat_room_name: space?.name ?? (row.kind === 'direct' ? (others[0]?.name ?? '') : named),
    chat_room_description: row.description,
    chat_room_show_history: row.show_history,
    chat_room_participants_count: row.participants_count,
    unread_messages_count: row.read_position === null ? 0 : Math.max(row.position - row.read_position, 0),
    first_unread_message_id: row.first_unread_id,
    other_participants_preview: others.map(({ roles, is_active, ...one }) => ({
      ...one,
      can_send_message: !isPersonal(row.kind) ? null : othersMaySend(ctx, row, { roles, is_active }),
    })),
    current_participant: await current(ctx, row, other),
    last_message: toLast(ctx, row),
    last_message_at: isoOf(row.last_message_at),
    pinned_message_id: seen(row, row.pinned_message_id),
    spotlight_message_id: seen(row, row.spotlight_message_id),
    is_embedded: !isPersonal(row.kind),
    parent_type: row.kind === 'space' ? 'Space' : null,
    parent_id: row.space_id,
    sequence: row.sequence,
    position: row.position,
  }
}
const seen = (row: RoomRow, id: number | null) => (id !== null && id > floorOf(row) ? id : null)

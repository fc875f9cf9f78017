/** Rooms: how they are made, changed and deleted. */
import { conflict, cut, forbidden, invalid, notFound, slugify } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import { randomInt } from 'node:crypto'
import type { LiveRoom, RoomChanges, RoomInput } from '../../contract.ts'
import { unseenJob } from '../jobs.ts'
import { demandStarting, type Found, findRoom, holds, type Right } from '../policies.ts'
import { roomBySlug, type RoomRow } from '../reads.ts'
import { removeChat } from './chat.ts'
import { resolveInvited } from './invited.ts'
import { mediaOf } from './media.ts'
import { push, tellInvited, withdrawNews } from './news.ts'
import { type Kept, removeKept } from './posting.ts'
import { runOf } from './present.ts'

type RoomType = LiveRoom['room_type']
export type HeldRoom = Omit<RoomRow, 'staff_role' | 'is_recording' | 'face_ids'>
export const callOf = (room: Pick<RoomRow, 'id' | 'status' | 'run' | 'room_type'>) => ({ roomId: room.id, run: runOf(room), roomType: room.room_type })
/**
 * The room as it stands now, kept from others until this unit of work ends. Whatever changes who is in it, and how many, holds the room first
 * and people after it, so that no two wait for each other.
 * @throws AtriumError 404
 */
export async function holdRoom(ctx: Ctx, id: number): Promise<HeldRoom> {
  const [row] = await ctx.sql<HeldRoom>('select * from live.room where community_id = $1 and id = $2 for no key update', [id])
  if (!row) throw notFound('Room')
  return row
}
/** Rooms and streams have addresses of their own. @throws AtriumError 404 where it is of the other type, 403 without the right */
export async function findTyped(ctx: Ctx, id: number, type: RoomType, right?: Right): Promise<Found> {
  const found = await findRoom(ctx, id)
  if (found.room.room_type !== type) throw notFound('Room')
  if (right && !holds(found.staff, right)) throw forbidden()
  return found
}
/** @throws AtriumError 404 */
export async function findBySlug(ctx: Ctx, slug: string): Promise<Found> {
  const [row] = await ctx.read(roomBySlug, [slug])
  if (!row) throw notFound('Room')
  return findRoom(ctx, row.id)
}

const demandFitting = (type: RoomType, access: LiveRoom['access_type']): void => {
  if (type === 'conference' && access === 'public_stream') throw invalid({ 'room.access_type': ['Only streams can be public.'] })
}
const slugTaken = () => conflict('This URL is already in use.', 'slug_taken')
const LONGEST_SLUG = 60
/** The name as a part of an address, with a number where others are called so. */
async function slugOf(ctx: Ctx, name: string): Promise<string> {
  const base =
    cut(slugify(name).replace(/[^a-z0-9-]/g, ''), LONGEST_SLUG)
      .replace(/-+/g, '-')
      .replace(/^-|-$/g, '') || 'room'
  const rows = await ctx.sql<{ slug: string }>(`select slug from live.room where community_id = $1 and (slug = $2 or slug like $2 || '-%')`, [base])
  const taken = new Set(rows.map(({ slug }) => slug))
  for (let n = 1; ; n++) {
    const slug = n === 1 ? base : `${base}-${n}`
    if (!taken.has(slug)) return slug
  }
}

/** What rooms have beside what whoever makes them says. */
export interface Origin {
  eventId?: number
  occurrenceId?: number
}
/** Whether it was made, and which one it is: a date has one room, however often it is opened. */
export async function createRoom(ctx: Ctx, type: RoomType, input: RoomInput, origin: Origin = {}): Promise<{ id: number; slug: string }> {
  demandFitting(type, input.access_type)
  await demandStarting(ctx, input.space_id)
  const { invited, memberIds, spaceIds } = await resolveInvited(ctx, input.invited_entities_ids)
  const wanted = input.slug ?? (await slugOf(ctx, input.name))
  const insert = (slug: string) =>
    ctx.sql<{ id: number }>(
      `insert into live.room (community_id, slug, name, description, room_type, view_type, access_type, author_member_id, space_id, event_id, occurrence_id,
         recording_enabled, auto_post_recording_enabled, mute_on_join, limit_url_sharing, hide_participants_list, has_waiting_room, questions_enabled,
         questions_are_checked, anonymous_questions, chat_enabled, invited, invited_member_ids, invited_space_ids, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $25)
       on conflict do nothing returning id`,
      [
        ...[slug, input.name, input.description, type, input.view_type, input.access_type, ctx.me().id, input.space_id],
        ...[origin.eventId ?? null, origin.occurrenceId ?? null, input.recording_enabled, input.auto_post_recording_enabled, input.mute_on_join],
        ...[input.limit_url_sharing, input.hide_participants_list, input.has_waiting_room, input.questions_enabled, input.questions_are_checked],
        ...[input.anonymous_questions, input.chat_enabled, JSON.stringify(invited), memberIds, spaceIds, ctx.now()],
      ],
    )
  let [made] = await insert(wanted)
  let slug = wanted
  if (!made) {
    const there = await roomOfDate(ctx, origin.occurrenceId)
    if (there) return there
    if (input.slug !== undefined) throw slugTaken()
    // another of that name was made at the same moment
    slug = `${wanted}-${randomInt(100_000, 1_000_000)}`
    ;[made] = await insert(slug)
    if (!made) throw slugTaken()
  }
  if (memberIds.length || spaceIds.length) await tellInvited(ctx, { id: made.id, space_id: input.space_id })
  return { id: made.id, slug }
}
export async function roomOfDate(ctx: Ctx, occurrenceId: number | undefined): Promise<{ id: number; slug: string } | null> {
  if (occurrenceId === undefined) return null
  const [row] = await ctx.sql<{ id: number; slug: string }>('select id, slug from live.room where community_id = $1 and occurrence_id = $2', [occurrenceId])
  return row ?? null
}

/** @throws AtriumError 403, 404, 409 `slug_taken`, 422 */
export async function updateRoom(ctx: Ctx, found: Found, { invited_entities_ids, ...changes }: RoomChanges): Promise<void> {
  const { id } = found.room
  const room = await holdRoom(ctx, id)
  demandFitting(room.room_type, changes.access_type ?? room.access_type)
  if (changes.space_id !== undefined && changes.space_id !== room.space_id) await demandStarting(ctx, changes.space_id)
  if (changes.slug !== undefined && changes.slug !== room.slug && (await ctx.read(roomBySlug, [changes.slug])).length) throw slugTaken()
  const resolved = invited_entities_ids && (await resolveInvited(ctx, invited_entities_ids, room.invited))
  const set: Record<string, unknown> = { ...changes }
  if (resolved) Object.assign(set, { invited: JSON.stringify(resolved.invited), invited_member_ids: resolved.memberIds, invited_space_ids: resolved.spaceIds })
  const columns = Object.keys(set)
  if (columns.length === 0) return
  // the names are those of the contract's fields
  await ctx.sql(`update live.room set ${columns.map((column, at) => `${column} = $${at + 3}`)}, updated_at = now() where community_id = $1 and id = $2`, [
    id,
    ...Object.values(set),
  ])
  if (resolved) await tellInvited(ctx, { id, space_id: changes.space_id ?? room.space_id })
  // who does not see it any more hears it no more, and is in it no more
  ctx.recheckRooms()
  if (resolved || changes.access_type !== undefined || changes.space_id !== undefined) await ctx.enqueue(unseenJob, { id })
  push(ctx, id, 'live_room.changed')
}

/** With all that belongs to it. */
export async function eraseRoom(ctx: Ctx, room: HeldRoom): Promise<void> {
  const recordings = await ctx.sql<Kept>('select file_id, post_id from live.recording where community_id = $1 and room_id = $2', [room.id])
  await removeChat(ctx, room)
  await ctx.sql('delete from live.room where community_id = $1 and id = $2', [room.id])
  await removeKept(ctx, recordings)
  await withdrawNews(ctx, room.id)
  ctx.afterCommit(() => mediaOf(ctx).closeRoom(callOf(room)))
  push(ctx, room.id, 'live_room.changed')
}

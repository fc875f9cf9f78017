/** Who may do what in a conversation. Spaces decide for theirs; elsewhere those who are in it. */
import { type Ctx, definePolicy } from '@atrium/sdk/server'
import spaces from '../../spaces/contract.ts'
import type { MessageRow, RoomRow } from './reads.ts'

const inSpace = async (ctx: Ctx, room: RoomRow, right: 'canView' | 'canPost' | 'canModerate') => (await ctx.use(spaces).access())[right](room.space_id!)
/** An admin who looks as this member reads nobody's private conversations. */
export const seenByAnother = (ctx: Ctx): boolean => ctx.masquerade?.entity.type === 'CommunityMember'
const inside = (room: RoomRow) => room.participant_id !== null

export const roomPolicy = definePolicy<RoomRow>()({
  view: (ctx, room) => (room.kind === 'space' ? inSpace(ctx, room, 'canView') : inside(room) && !seenByAnother(ctx)),
  /** Names, members, history; messages of others. */
  manage: (ctx, room) => (room.kind === 'space' ? inSpace(ctx, room, 'canModerate') : room.kind !== 'direct' && inside(room) && room.admin === true),
  /** Messages that all see above the others. */
  pin: (ctx, room) => (room.kind === 'space' ? inSpace(ctx, room, 'canModerate') : inside(room) && (room.kind !== 'embedded' || room.admin === true)),
})

export interface SeenMessage {
  room: RoomRow
  row: MessageRow
}
const own = (ctx: Ctx, { row }: SeenMessage) => row.member_id === ctx.member?.id
const there = ({ row }: SeenMessage) => row.deleted_at === null
export const messagePolicy = definePolicy<SeenMessage>()({
  view: (_ctx, { room, row }) => row.room_id === room.id && isAbove(room, row),
  update: (ctx, seen) => there(seen) && own(ctx, seen) && seen.row.voice === null,
  destroy: async (ctx, seen) => there(seen) && (own(ctx, seen) || (await roomPolicy.manage(ctx, seen.room))),
  pin: (ctx, seen) => there(seen) && roomPolicy.pin(ctx, seen.room),
  revisions: (_ctx, seen) => there(seen),
})

type Floored = Pick<RoomRow, 'show_history' | 'joined_after_id' | 'last_message_id'>
/** Messages up to this id are not for this reader: they came later, or look in from outside, and the room shows no history. */
export const floorOf = (room: Floored): number => (room.show_history ? 0 : (room.joined_after_id ?? room.last_message_id ?? 0))
/** A thread is seen where the message is seen that it hangs on. */
export const isAbove = (room: Floored, row: Pick<MessageRow, 'id' | 'parent_id'>): boolean => (row.parent_id ?? row.id) > floorOf(room)

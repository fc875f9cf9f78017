/** Rows of live rooms as one reader may see them. */
import type { z } from '@atrium/sdk'
import { authorOf, type Ctx } from '@atrium/sdk/server'
import spaces from '../../../spaces/contract.ts'
import { type Invited, LIVE_LIMITS, type LiveRoom, type Participant, type Question, type StageItem } from '../../contract.ts'
import { type Found, holds, isSomebodyElse, rankOf } from '../policies.ts'
import type { PersonRow, QuestionRow, RoomRow, StageRow } from '../reads.ts'
import { mediaOf } from './media.ts'

export const NOBODY_INVITED: Invited = { members_ids: [], spaces_ids: [], space_groups_ids: [], member_tags_ids: [] }
/** The call that is on, or comes next: people and recordings have its number. */
export const runOf = (room: Pick<RoomRow, 'status' | 'run'>): number => (room.status === 'backstage' ? room.run + 1 : room.run)
export const limitsOf = (ctx: Ctx) => LIVE_LIMITS[ctx.community.tier]

const membersOf = (ctx: Ctx, ids: readonly (number | null)[]) => ctx.members.byIds([...new Set(ids.flatMap((id) => id ?? []))])

export async function presentRooms(ctx: Ctx, found: readonly Found[]): Promise<z.input<typeof LiveRoom>[]> {
  if (found.length === 0) return []
  const rows = found.map(({ room }) => room)
  const [members, cards, { isListed }] = await Promise.all([
    membersOf(
      ctx,
      rows.flatMap((room) => [room.author_member_id, ...room.face_ids]),
    ),
    ctx.use(spaces).cards([...new Set(rows.flatMap((room) => room.space_id ?? []))]),
    ctx.use(spaces).access(),
  ])
  const limits = limitsOf(ctx)
  const author = (id: number | null) => authorOf(members.get(id ?? 0))
  const spaceOf = (id: number | null) => {
    const card = id !== null && isListed(id) ? cards.get(id) : undefined
    return card ? { id: card.id, name: card.name, slug: card.slug } : null
  }
  const problems = await problemsOf(ctx, found)
  return found.map(({ room, staff }, at) => ({
    ...room,
    broadcast_problem: problems[at]!,
    room_provider: mediaOf(ctx).provider,
    chat_room_uuid: ctx.member && room.chat_enabled ? room.chat_room_uuid : null,
    space: spaceOf(room.space_id),
    creator: author(room.author_member_id),
    host_capacity: room.room_type === 'stream' ? limits.live_stream_max_host_capacity : limits.live_room_participants_capacity,
    participants_preview: { count: room.people_count, records: room.face_ids.flatMap((id) => author(id) ?? []) },
    invited_entities_ids: holds(staff, 'run') ? { ...NOBODY_INVITED, ...room.invited } : null,
    runs_count: room.run,
    is_creator: ctx.member !== null && room.author_member_id === ctx.member.id,
    can_host: !ctx.viewOnly && holds(staff, 'run'),
    can_manage: !ctx.viewOnly && holds(staff, 'host'),
    can_moderate: !ctx.viewOnly && holds(staff, 'moderate'),
  }))
}
/** Of streams that have as many in them as have links of their own, for those who run them. */
function problemsOf(ctx: Ctx, found: readonly Found[]): Promise<LiveRoom['broadcast_problem'][]> {
  const { viewers } = mediaOf(ctx)
  return Promise.all(
    found.map(({ room, staff }) => {
      const isFull = viewers !== null && room.people_count > viewers && room.status === 'live' && room.room_type === 'stream'
      return isFull && holds(staff, 'run') ? mediaOf(ctx).broadcastProblem() : null
    }),
  )
}
export const presentRoom = async (ctx: Ctx, found: Found) => (await presentRooms(ctx, [found]))[0]!

const speakingRoles = (type: LiveRoom['room_type'], role: Participant['role']) => type === 'conference' || rankOf(role) >= rankOf('cohost')
/** Who may send sound and picture: members who are in, were not silenced and do not merely listen; in streams those who run them. */
export const maySpeak = (row: PersonRow): boolean =>
  row.status === 'in' && row.member_id !== null && !row.is_muted && !row.only_listens && speakingRoles(row.room_type, row.role)

export async function presentPeople(ctx: Ctx, rows: readonly PersonRow[]): Promise<z.input<typeof Participant>[]> {
  const members = await membersOf(
    ctx,
    rows.map((row) => row.member_id),
  )
  return rows.map((row) => {
    const member = members.get(row.member_id ?? 0)
    return {
      id: row.id,
      community_member_id: row.member_id,
      public_uid: member?.publicUid ?? '',
      name: member?.name ?? row.name,
      headline: member?.headline ?? '',
      avatar_url: member?.avatarUrl ?? null,
      role: row.role,
      status: row.status,
      hand_raised_at: row.hand_raised_at,
      is_muted: row.is_muted,
      can_speak: maySpeak(row),
      joined_at: row.joined_at,
    }
  })
}
export const presentPerson = async (ctx: Ctx, row: PersonRow) => (await presentPeople(ctx, [row]))[0]!

/** Whether the reader has asked it; of an anonymous question nobody who looks as its author is told so. */
export const isOwnQuestion = (ctx: Ctx, row: Pick<QuestionRow, 'member_id' | 'is_anonymous'>): boolean =>
  ctx.member !== null && row.member_id === ctx.member.id && !(row.is_anonymous && isSomebodyElse(ctx))

export async function presentQuestions(ctx: Ctx, { staff }: Found, rows: readonly QuestionRow[]): Promise<z.input<typeof Question>[]> {
  const members = await membersOf(
    ctx,
    rows.map((row) => (row.is_anonymous ? null : row.member_id)),
  )
  const moderates = !ctx.viewOnly && holds(staff, 'moderate')
  return rows.map(({ member_id, room_id, pinned_at, ...row }) => {
    const isOwn = isOwnQuestion(ctx, { member_id, is_anonymous: row.is_anonymous })
    const isOpen = row.status === 'waiting' || row.status === 'open'
    return {
      ...row,
      author: row.is_anonymous ? null : authorOf(members.get(member_id ?? 0)),
      is_own: isOwn,
      is_pinned: pinned_at !== null,
      policies: {
        can_update: isOwn && isOpen && !ctx.viewOnly,
        can_destroy: moderates || (isOwn && isOpen && !ctx.viewOnly),
        can_moderate: moderates,
      },
    }
  })
}

export const presentStage = ({ room_id, shown_at, ...row }: StageRow): z.input<typeof StageItem> => ({ ...row, is_on_stage: shown_at !== null, shown_at })

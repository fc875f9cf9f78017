/** What members are told of conversations: messages written to them, and calls to everybody in a chat space. */
import { type Ctx, excerptOf, on } from '@atrium/sdk/server'
import notifications, { type NotificationKind, type NotificationSubject } from '../../../notifications/contract.ts'
import spaces from '../../../spaces/contract.ts'
import chat from '../../contract.ts'
import { ParticipantTable } from '../entities.ts'
import { roomPolicy } from '../policies.ts'
import { messageById, roomMembers, roomsById } from '../reads.ts'
import { createMessage } from './messages.ts'
import { openById } from './rooms.ts'

/** Conversations by ids, with what was said in them last. */
async function subjects(ctx: Ctx, ids: number[]): Promise<Map<number, NotificationSubject>> {
  const rooms = await ctx.read(roomsById, [ctx.me().id, ids])
  const found = new Map<number, NotificationSubject>()
  const last = await ctx.sql<{ id: number; text: string }>(
    `select r.id, left(m.text, 300) as text from chat.room r join chat.message m on m.community_id = $1 and m.id = r.last_message_id and m.deleted_at is null
     where r.community_id = $1 and r.id = any ($2::bigint[])`,
    [ids],
  )
  const textOf = new Map(last.map(({ id, text }) => [id, text]))
  for (const room of rooms) {
    if (!(await roomPolicy.view(ctx, room))) continue
    const space = room.space_id === null ? null : await ctx.use(spaces).card(room.space_id)
    found.set(room.id, {
      title: space?.name ?? (room.name || ctx.t('notify.unnamed')),
      path: space ? `/c/${space.slug}?tab=chat` : `/messages/${room.uuid}`,
      spaceId: room.space_id,
      excerpt: excerptOf(textOf.get(room.id) ?? ''),
      replyable: true,
      type: 'ChatRoom',
    })
  }
  return found
}
const shared = {
  subjects,
  async reply(ctx: Ctx, id: number, doc: unknown, key: string) {
    const { uuid } = await openById(ctx, id)
    await createMessage(ctx, uuid, { rich_text_body: { body: doc }, creation_uuid: key })
  },
}
async function mute(ctx: Ctx, _reason: string, id: number): Promise<void> {
  await ctx.em.nativeUpdate(ParticipantTable, { roomId: id, memberId: ctx.me().id }, { muted: true })
}
export const kinds: NotificationKind[] = [
  {
    key: 'direct_message',
    icon: 'message-circle',
    topic: 'people',
    group: 'inbox',
    defaults: { in_app: true, email: true, push: true },
    stops: ['participant'],
    stop: mute,
    ...shared,
  },
  {
    key: 'group_message',
    icon: 'messages-square',
    topic: 'people',
    group: 'inbox',
    defaults: { in_app: true, email: true, push: true },
    stops: ['participant'],
    stop: mute,
    ...shared,
  },
  { key: 'room_call', icon: 'megaphone', topic: 'people', group: 'mentions', defaults: { in_app: true, email: true, push: true }, ...shared },
]

export const news = [
  on(chat.events['message.sent'], 'tell-message', async (ctx, { messageId, roomId, kind, spaceId, memberId, callsRoom }, { at }) => {
    // who is beside a call hears it there
    if (!ctx.has(notifications) || kind === 'embedded' || (kind === 'space' && !callsRoom)) return
    const [row] = await ctx.read(messageById, [messageId])
    if (!row || row.deleted_at) return
    const members = await ctx.read(roomMembers, [roomId])
    const to = members.filter(({ muted }) => !muted).map((member) => ({ memberId: member.member_id, reason: 'participant' }))
    const name = kind === 'space' ? 'room_call' : kind === 'direct' ? 'direct_message' : 'group_message'
    await ctx.use(notifications).tell({ kind: name, subjectId: roomId, key: `message:${messageId}`, actorMemberId: memberId, spaceId, at, to })
  }),
  on(chat.events['message.deleted'], 'withdraw-message', async (ctx, { messageId, roomId }) => {
    if (!ctx.has(notifications)) return
    for (const { key } of kinds) await ctx.use(notifications).withdraw(key, roomId, `message:${messageId}`)
  }),
]
/** What the reader has read in the conversation is not told any more. */
export async function readNews(ctx: Ctx, roomId: number): Promise<void> {
  if (!ctx.has(notifications)) return
  for (const { key } of kinds) await ctx.use(notifications).seen(key, [roomId])
}

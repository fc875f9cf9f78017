/** Chat as other plugins use it. */
import type { Ctx } from '@atrium/sdk/server'
import { textToDoc } from '@atrium/sdk/server'
import content from '../../../content/contract.ts'
import type { ChatService } from '../../contract.ts'
import { createEmbedded, letIn, putOut, removeEmbedded } from './embedded.ts'
import { markRead } from './marks.ts'
import { createMessage, windowOf } from './messages.ts'
import { messageById, roomMembers, roomsById } from '../reads.ts'
import { directRoom, groupRoom, openRoom, openSpaceRoom } from './rooms.ts'

export const createChatService = (ctx: Ctx): ChatService => ({
  direct: (memberId) => directRoom(ctx, memberId),
  group: ({ name, memberIds, showHistory }) => groupRoom(ctx, { name, memberIds, showHistory }),
  ofSpace: (spaceId) => openSpaceRoom(ctx, spaceId),
  embedded: ({ name }) => createEmbedded(ctx, name),
  letIn: (roomUuid, memberId, { admin = false } = {}) => letIn(ctx, roomUuid, memberId, admin),
  putOut: (roomUuid, memberId) => putOut(ctx, roomUuid, memberId),
  removeEmbedded: (roomUuid) => removeEmbedded(ctx, roomUuid),
  async send({ roomUuid, doc, parentId, clientId, at }) {
    const body = typeof doc === 'string' ? textToDoc(doc) : doc
    const row = await createMessage(ctx, roomUuid, { rich_text_body: { body }, parent_message_id: parentId, creation_uuid: clientId, at })
    return { id: row.id, uuid: roomUuid }
  },
  async markRead(roomUuid) {
    await markRead(ctx, await openRoom(ctx, roomUuid))
  },
  async audience(messageId) {
    const [row] = await ctx.read(messageById, [messageId])
    if (!row) return []
    const members = await ctx.read(roomMembers, [row.room_id])
    const told = members.filter(({ member_id, muted }) => !muted && member_id !== row.member_id).map(({ member_id }) => member_id)
    const deaf = row.member_id === null ? new Set<number>() : await ctx.use(content).deaf(row.member_id, told)
    return told.filter((id) => !deaf.has(id))
  },
  async placeOf(messageId) {
    const [row] = await ctx.read(messageById, [messageId])
    const room = row && !row.deleted_at ? (await ctx.read(roomsById, [0, [row.room_id]]))[0] : undefined
    if (!room) return null
    const members = room.kind === 'direct' ? await ctx.read(roomMembers, [room.id]) : []
    return { roomUuid: room.uuid, kind: room.kind, parentId: row!.parent_id, directMemberIds: members.map(({ member_id }) => member_id) }
  },
  async latest(roomUuid, most) {
    const { records } = await windowOf(ctx, await openRoom(ctx, roomUuid), { previous_per_page: most, next_per_page: 0 })
    return records
      .filter(({ body, deleted_at }) => body.trim() && !deleted_at)
      .map(({ id, sender, body }) => ({ id, memberId: sender?.community_member_id ?? null, name: sender?.name ?? '', text: body }))
  },
})

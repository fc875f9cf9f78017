/** Handlers of chat. */
import { conflict, forbidden, notFound } from '@atrium/sdk'
import { authorize, type Ctx, lastId, type Handlers, page, rowsFor } from '@atrium/sdk/server'
import spaces from '../../spaces/contract.ts'
import chat, { isPersonal, READERS_SHOWN } from '../contract.ts'
import { MessageTable, ParticipantTable, RevisionTable, RoomTable, ThreadTable } from './entities.ts'
import { exportRoom } from './service/export.ts'
import { purgeJob } from './jobs.ts'
import { beginVoice, forgetReminder, listReminders, listScheduled, processVoice, remind, schedule, unschedule } from './service/scheduled.ts'
import { markAll, markRead, markThread, markUnread } from './service/marks.ts'
import {
  createMessage,
  deleteMessage,
  openMessage,
  presentMessage,
  presentMessages,
  searchMessages,
  touch,
  updateMessage,
  windowOf,
} from './service/messages.ts'
import { recipients } from './service/permits.ts'
import { floorOf, roomPolicy, seenByAnother } from './policies.ts'
import { current, presentRoom, toParticipants } from './service/present.ts'
import {
  listedRooms,
  messagesPinned,
  type ParticipantRow,
  participantById,
  participantsAmong,
  participantsRead,
  readersRead,
  type RoomRow,
  roomMembers,
  unreadRooms,
} from './reads.ts'
import * as rooms from './service/rooms.ts'
import { listThreads, listUnread, openThread, showThread } from './service/threads.ts'

const DONE = { success: true } as const

async function participant(ctx: Ctx, room: RoomRow, id: number): Promise<ParticipantRow> {
  const [row] = await ctx.read(participantById, [room.id, id])
  if (!row) throw notFound('Participant')
  return row
}
/** Where a space does not show who is in it, its conversation does not either. @throws AtriumError 403 */
async function demandPeople(ctx: Ctx, spaceId: number) {
  if (!(await ctx.use(spaces).seesMembers(spaceId))) throw forbidden('The member list of this space is private.')
}
/** Marks a message for all of the room and shows it as it is then. */
async function mark(ctx: Ctx, { uuid, messageId }: { uuid: string; messageId: number }, change: (room: RoomRow, id: number) => Promise<unknown>) {
  const room = await rooms.openRoom(ctx, uuid, { lock: true })
  await openMessage(ctx, room, messageId, 'pin')
  await change(room, messageId)
  const [row] = await touch(ctx, room, [messageId])
  await rooms.tellChanged(ctx, room)
  return presentMessage(ctx, row!)
}
const setPinned = (pinned: boolean) => async (ctx: Ctx, room: RoomRow, id: number) => {
  // pinning a pinned message again does not change its place
  await ctx.em.nativeUpdate(MessageTable, { id, pinnedAt: pinned ? null : { $ne: null } }, { pinnedAt: pinned ? ctx.now() : null })
  const [last] = await ctx.em.find(MessageTable, { roomId: room.id, pinnedAt: { $ne: null } }, { fields: ['id'], orderBy: { pinnedAt: 'desc' }, limit: 1 })
  await ctx.em.nativeUpdate(RoomTable, { id: room.id }, { pinnedMessageId: last?.id ?? null })
}
const setSpotlight = (on: boolean) => (ctx: Ctx, room: RoomRow, id: number) =>
  ctx.em.nativeUpdate(RoomTable, on ? { id: room.id } : { id: room.id, spotlightMessageId: id }, { spotlightMessageId: on ? id : null })

export const handlers: Handlers<typeof chat> = {
  list: (ctx, { query }) => rooms.listRooms(ctx, query),
  async create(ctx, { body: { chat_room: input } }) {
    const { kind, community_member_ids: memberIds, creation_uuid } = input
    if (kind === 'direct' && memberIds.length !== 1) throw conflict('A direct conversation can only have one other person.')
    const room =
      kind === 'direct'
        ? await rooms.directRoom(ctx, memberIds[0]!)
        : await rooms.groupRoom(ctx, { name: input.name, description: input.description, memberIds, showHistory: input.show_history })
    const says = input.body !== undefined || input.rich_text_body !== undefined || input.voice_message_id
    if (says) await createMessage(ctx, room.uuid, { ...input, creation_uuid })
    return rooms.showRoom(ctx, room)
  },
  unreadRooms: async (ctx) => ({ chat_rooms: seenByAnother(ctx) ? [] : (await ctx.read(unreadRooms, [ctx.me().id])).map(({ uuid }) => uuid) }),
  async markAllAsRead(ctx) {
    await markAll(ctx)
    return DONE
  },
  async search(ctx, { query }) {
    const found = await searchMessages(ctx, query.text, query.uuid)
    const messages = await presentMessages(
      ctx,
      found.map(({ row }) => row),
    )
    const shown = new Map<number, { uuid: string; name: string; kind: RoomRow['kind'] }>()
    const ids = [...new Set(found.map(({ room }) => room.id))]
    for (const row of ids.length ? await ctx.read(listedRooms, [ctx.me().id, ids]) : [])
      shown.set(row.id, { uuid: row.uuid, name: (await presentRoom(ctx, row)).chat_room_name, kind: row.kind })
    return { records: messages.map((message, i) => ({ message, room: shown.get(found[i]!.room.id)! })) }
  },
  recipients: async (ctx, { query }) => ({ records: await recipients(ctx, query.text) }),
  async bySpace(ctx, { params }) {
    const room = await rooms.spaceRoom(ctx, params.spaceId)
    return room ? rooms.showRoom(ctx, room) : { chat_room: null }
  },
  openSpace: async (ctx, { params }) => rooms.showRoom(ctx, await rooms.openSpaceRoom(ctx, params.spaceId)),
  byId: async (ctx, { params }) => rooms.showRoom(ctx, await rooms.openById(ctx, params.id)),
  show: async (ctx, { params }) => rooms.showRoom(ctx, await rooms.openRoom(ctx, params.uuid)),
  update: async (ctx, { params, body }) => rooms.showRoom(ctx, await rooms.updateRoom(ctx, params.uuid, body.chat_room)),
  async destroy(ctx, { params }) {
    const room = await authorize(ctx, roomPolicy, 'manage', await rooms.openRoom(ctx, params.uuid, { lock: true }), 'Conversation')
    if (room.kind === 'space') throw conflict('To delete this chat, delete its space.')
    if (room.kind === 'embedded') throw conflict('To delete this chat, delete what it belongs to.')
    const members = (await ctx.read(roomMembers, [room.id])).map(({ member_id }) => member_id)
    await ctx.em.nativeUpdate(ParticipantTable, { roomId: room.id, leftAt: null }, { leftAt: ctx.now() })
    await ctx.em.nativeUpdate(RoomTable, { id: room.id }, { participantsCount: 0 })
    await ctx.em.nativeDelete(ThreadTable, { roomId: room.id })
    await ctx.audit('chat_room.deleted', `chat_room:${room.id}`, { name: room.name })
    await ctx.enqueue(purgeJob, { roomId: room.id })
    for (const memberId of members) {
      ctx.push(`member:${memberId}`, chat.events['room.changed'].name, { uuid: room.uuid })
      ctx.recheckRooms(memberId)
    }
    return DONE
  },

  participant: async (ctx, { params }) => current(ctx, await rooms.openRoom(ctx, params.uuid)),
  async participants(ctx, { params, query }) {
    const room = await rooms.openRoom(ctx, params.uuid)
    const last = lastId(query)
    if (room.kind === 'space') await demandPeople(ctx, room.space_id!)
    // what it belongs to says who sees who is there
    if (room.kind === 'embedded') await authorize(ctx, roomPolicy, 'manage', room, 'Conversation')
    const among = query.community_member_ids
    const rows = await (among ? ctx.read(participantsAmong, [room.id, among]) : ctx.read(participantsRead, [room.id, last, rowsFor(query)]))
    const found = page(rows, { query, key: (row) => [row.id], count: among ? null : room.participants_count }, (row) => row)
    return { ...found, records: await toParticipants(ctx, room, found.records) }
  },
  async addParticipant(ctx, { params, body }) {
    return rooms.showRoom(ctx, await rooms.addParticipants(ctx, params.uuid, body.chat_room_participant.community_member_ids))
  },
  async updateParticipant(ctx, { params, body }) {
    // where two admins take each other's rights at once, the second call must see the first one's change, so the room is locked
    await rooms.openRoom(ctx, params.uuid, { lock: true })
    const room = await rooms.openRoom(ctx, params.uuid)
    await rooms.updateParticipant(ctx, room, await participant(ctx, room, params.id), body)
    return rooms.showRoom(ctx, room)
  },
  async removeParticipant(ctx, { params }) {
    const room = await rooms.openRoom(ctx, params.uuid, { lock: true })
    await rooms.removeParticipant(ctx, room, await participant(ctx, room, params.id))
    return DONE
  },
  export: (ctx, { params }) => exportRoom(ctx, params.uuid),
  async pinRoom(ctx, { params }) {
    await rooms.pinRoom(ctx, params.uuid, true)
    return DONE
  },
  async unpinRoom(ctx, { params }) {
    await rooms.pinRoom(ctx, params.uuid, false)
    return DONE
  },
  async pinnedRooms(ctx, { params }) {
    if (params.uuid !== 'all') await rooms.openRoom(ctx, params.uuid)
    return rooms.listPinned(ctx)
  },
  async markRead(ctx, { params, body }) {
    const room = await rooms.openRoom(ctx, params.uuid)
    const upTo = body.message_id === undefined ? undefined : ((await openMessage(ctx, room, body.message_id)).position ?? undefined)
    return { ...DONE, read_position: await markRead(ctx, room, upTo) }
  },
  async markThreadRead(ctx, { params, body }) {
    const room = await rooms.openRoom(ctx, params.uuid)
    await markThread(ctx, await openMessage(ctx, room, body.parent_message_id))
    return DONE
  },

  messages: async (ctx, { params, query }) => windowOf(ctx, await rooms.openRoom(ctx, params.uuid), query),
  async pinned(ctx, { params }) {
    const room = await rooms.openRoom(ctx, params.uuid)
    return { records: await presentMessages(ctx, await ctx.read(messagesPinned, [room.id, floorOf(room)])) }
  },
  createMessage: async (ctx, { params, body }) => presentMessage(ctx, await createMessage(ctx, params.uuid, body)),
  message: async (ctx, { params }) => presentMessage(ctx, await openMessage(ctx, await rooms.openRoom(ctx, params.uuid), params.id)),
  updateMessage: async (ctx, { params, body }) => presentMessage(ctx, await updateMessage(ctx, params.uuid, params.id, body)),
  async destroyMessage(ctx, { params }) {
    await deleteMessage(ctx, params.uuid, params.id)
    return DONE
  },
  async revisions(ctx, { params }) {
    await openMessage(ctx, await rooms.openRoom(ctx, params.uuid), params.id, 'revisions')
    const revisions = await ctx.em.find(RevisionTable, { messageId: params.id }, { orderBy: { id: 'desc' }, limit: 100 })
    return { records: revisions.map(({ id, text, createdAt }) => ({ id, body: text, created_at: createdAt })) }
  },
  async readers(ctx, { params }) {
    const room = await rooms.openRoom(ctx, params.uuid)
    const row = await openMessage(ctx, room, params.id)
    const told = isPersonal(room.kind) && room.participants_count <= READERS_SHOWN && row.position !== null
    const readers = told ? await ctx.read(readersRead, [room.id, row.position]) : []
    const others = readers.filter(({ member_id }) => member_id !== row.member_id)
    return { records: await toParticipants(ctx, room, others) }
  },
  pin: (ctx, { params }) => mark(ctx, params, (room, id) => setPinned(true)(ctx, room, id)),
  unpin: (ctx, { params }) => mark(ctx, params, (room, id) => setPinned(false)(ctx, room, id)),
  async markUnread(ctx, { params }) {
    const room = await rooms.openRoom(ctx, params.uuid)
    await markUnread(ctx, room, await openMessage(ctx, room, params.messageId))
    return rooms.showRoom(ctx, room)
  },
  spotlight: (ctx, { params }) => mark(ctx, params, (room, id) => setSpotlight(true)(ctx, room, id)),
  removeSpotlight: (ctx, { params }) => mark(ctx, params, (room, id) => setSpotlight(false)(ctx, room, id)),
  remind: (ctx, { params, body }) => remind(ctx, params.uuid, params.messageId, body.remind_at),
  async forgetReminder(ctx, { params }) {
    await forgetReminder(ctx, params.uuid, params.messageId)
    return DONE
  },
  reminders: (ctx) => listReminders(ctx),

  scheduled: (ctx, { params }) => listScheduled(ctx, params.uuid),
  schedule: (ctx, { params, body }) => schedule(ctx, params.uuid, body),
  async unschedule(ctx, { params }) {
    await unschedule(ctx, params.uuid, params.id)
    return DONE
  },

  threads: (ctx, { query }) => listThreads(ctx, query),
  unreadThreads: (ctx) => (seenByAnother(ctx) ? { chat_thread_ids: [] } : listUnread(ctx)),
  thread: (ctx, { params }) => showThread(ctx, params.id),
  async markThread(ctx, { params }) {
    await markThread(ctx, await openThread(ctx, params.id))
    return DONE
  },

  voiceUpload: (ctx, { body }) => beginVoice(ctx, body),
  processVoice: (ctx, { body }) => processVoice(ctx, body),
  preferences: (ctx) => ctx.settings(chat),
  updatePreferences: (ctx, { body }) => ctx.saveSettings(chat, body),
}

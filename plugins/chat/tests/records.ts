/** Records of chat: a group conversation with an answer and all that hangs on a message, and the chat of a space. */
import { defineRecords, type MadeBy, type Target } from '@atrium/sdk/testing'
import type { ContentMade } from '../../content/tests/records.ts'
import type { SpacesMade } from '../../spaces/tests/records.ts'
import spaces from '../../spaces/contract.ts'
import contract from '../contract.ts'
import { tomorrow } from './kit.ts'

const { routes } = contract
interface Talk {
  id: number
  uuid: string
  message: number
  reply: number
  participant: number
  scheduled: number
  /** Signed id of a recording. */
  voice: string
}
interface Filled {
  chat: Talk
}
const room = ({ chat: { uuid } }: Filled) => ({ params: { uuid } })
const message = ({ chat }: Filled) => ({ params: { uuid: chat.uuid, id: chat.message } })
const onMessage = ({ chat }: Filled) => ({ params: { uuid: chat.uuid, messageId: chat.message } })
const participant = ({ chat }: Filled) => ({ params: { uuid: chat.uuid, id: chat.participant } })
const thread = ({ chat }: Filled) => ({ params: { id: chat.message } })

const records = defineRecords(contract, {
  leaving: { stays: ['chat.message', 'chat.room'], goes: ['chat.scheduled'] },
  async fill({ app, side, kind, word, mark, guest, sound, group }: Target & SpacesMade & ContentMade) {
    const as = app.as(side.admin)
    // walks over the settings, of connections too, may have switched any of it off
    await as.call(routes.updatePreferences, { body: { messaging_enabled: true, group_messaging_enabled: true, voice_messages_enabled: true } })
    const { chat_room } = await as.call(routes.create, {
      body: { chat_room: { kind: 'group_chat', name: word, community_member_ids: [guest.id], body: word } },
    })
    const { uuid } = chat_room
    const first = chat_room.last_message!.id
    const reply = await as.call(routes.createMessage, { params: { uuid }, body: { body: `${word} reply`, parent_message_id: first } })
    await as.call(routes.updateMessage, { params: { uuid, id: reply.id }, body: { body: `${word} answer` } })
    const scheduled = await as.call(routes.schedule, { params: { uuid }, body: { body: word, send_at: tomorrow() } })
    await as.call(routes.remind, { params: { uuid, messageId: first }, body: { remind_at: tomorrow() } })
    const voice = await as.call(routes.processVoice, { body: { signed_id: sound.signedId, duration_ms: 900, peaks: [10, 90] } })
    await as.call(routes.createMessage, { params: { uuid }, body: { body: word, voice_message_id: voice.id } })
    const { records: people } = await as.call(routes.participants, { params: { uuid } })
    const chat: Talk = {
      ...{ id: chat_room.id, uuid, message: first, reply: reply.id, scheduled: scheduled.id, voice: sound.signedId },
      participant: people.find(({ community_member_id }) => community_member_id === guest.id)!.id,
    }
    const { space: chatSpace } = await as.call(spaces.routes.create, {
      body: {
        name: `${kind === 'secret' ? word : 'Talk'} ${mark}`,
        slug: `talk-${mark}`,
        space_group_id: group.id,
        types: ['chat'],
        is_private: kind !== 'open',
        is_hidden: kind === 'secret',
      },
    })
    await as.call(routes.openSpace, { params: { spaceId: chatSpace.id } })
    return { chat, chatSpace }
  },
  inputs: {
    create: ({ guest }) => ({ body: { chat_room: { kind: 'direct', community_member_ids: [guest.id] } } }),
    search: ({ chat, word }) => ({ query: { text: word, uuid: chat.uuid } }),
    recipients: { input: () => ({ query: { text: 'Person' } }), foreign: [200] },
    bySpace: ({ chatSpace }) => ({ params: { spaceId: chatSpace.id } }),
    openSpace: ({ chatSpace }) => ({ params: { spaceId: chatSpace.id } }),
    byId: ({ chat }) => ({ params: { id: chat.id } }),
    show: room,
    participant: room,
    participants: room,
    export: room,
    pinRoom: room,
    unpinRoom: room,
    pinnedRooms: room,
    pinned: room,
    scheduled: room,
    update: (target) => ({ ...room(target), body: { chat_room: { name: 'Changed' } } }),
    destroy: { input: room, uses: true },
    addParticipant: (target) => ({ ...room(target), body: { chat_room_participant: { community_member_ids: [target.guest.id] } } }),
    updateParticipant: (target) => ({ ...participant(target), body: { admin: true } }),
    removeParticipant: { input: participant, uses: true },
    markRead: (target) => ({ ...room(target), body: { message_id: target.chat.message } }),
    markThreadRead: (target) => ({ ...room(target), body: { parent_message_id: target.chat.message } }),
    messages: (target) => ({ ...room(target), query: { id: target.chat.message } }),
    createMessage: (target) => ({ ...room(target), body: { body: 'A word', parent_message_id: target.chat.message } }),
    message,
    readers: message,
    updateMessage: (target) => ({ ...message(target), body: { body: 'Changed' } }),
    destroyMessage: { input: message, uses: true },
    revisions: ({ chat }) => ({ params: { uuid: chat.uuid, id: chat.reply } }),
    pin: onMessage,
    unpin: onMessage,
    markUnread: onMessage,
    spotlight: onMessage,
    removeSpotlight: onMessage,
    remind: (target) => ({ ...onMessage(target), body: { remind_at: tomorrow() } }),
    forgetReminder: { input: onMessage, uses: true },
    schedule: (target) => ({ ...room(target), body: { body: 'A word', send_at: tomorrow() } }),
    unschedule: { input: ({ chat }) => ({ params: { uuid: chat.uuid, id: chat.scheduled } }), uses: true },
    thread,
    markThread: thread,
    voiceUpload: { body: { byte_size: 10 } },
    processVoice: ({ chat }) => ({ body: { signed_id: chat.voice, duration_ms: 10, peaks: [1] } }),
    updatePreferences: { body: { voice_messages_enabled: true } },
  },
  screens: {
    '/messages/:uuid': ({ chat }) => `/messages/${chat.uuid}`,
    '/conversations/:id': ({ chat }) => `/conversations/${chat.id}`,
  },
  isInside: (row, { chatSpace }) => row.space_id === chatSpace.id,
})
export default records
export type ChatMade = MadeBy<typeof records>

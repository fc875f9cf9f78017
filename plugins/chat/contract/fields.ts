/** What calls on chat take, and how much of it. */
import { id, RichTextDoc, z } from '@atrium/sdk'

/** `embedded`: beside something of another plugin, such as a call, which says who is in it. Like those of spaces it stands in no list of one's own. */
export const KINDS = ['direct', 'group_chat', 'space', 'embedded'] as const
export type RoomKind = (typeof KINDS)[number]
/** Whether it stands among one's own conversations, with what is unread in it. */
export const isPersonal = (kind: RoomKind): boolean => kind === 'direct' || kind === 'group_chat'
/** Characters of one message. */
export const MAX_TEXT = 10_000
/** Members of a group chat; more belong into a space. */
export const MAX_GROUP = 200
export const MAX_MENTIONS = 50
/** A voice message lasts this long at most. */
export const MAX_VOICE_MS = 10 * 60_000
/** Bars of a waveform, each 0 to 100. */
export const PEAKS = 48
/** Faces beside a count of replies. */
export const FACES = 4
/** Changes that one catch-up brings. */
export const CATCH_UP = 200
/** Rooms larger than this do not tell who has read what. */
export const READERS_SHOWN = 100

/** Words that call everybody in the room. */
export const callsRoom = (text: string): boolean => /(^|[\s([])@(room|here|sala|todos)(?![\p{L}\p{N}_])/u.test(text)

export const TextInput = z.object({
  body: z.string().max(50_000).optional(),
  rich_text_body: z.object({ body: RichTextDoc }).optional(),
  voice_message_id: id.nullish(),
})
export const said = ({ body, rich_text_body, voice_message_id }: z.output<typeof TextInput>) =>
  body !== undefined || rich_text_body !== undefined || (voice_message_id ?? null) !== null
/** Where nothing is `said`. */
export const SAY = { path: ['body'], message: 'Write a message.' }
export const clientId = z.string().regex(/^[\w-]{1,64}$/)
export const MessageInput = TextInput.extend({
  parent_message_id: id.nullish(),
  /** Made by the browser once a message: sent again, the first is answered. */
  creation_uuid: clientId.optional(),
})

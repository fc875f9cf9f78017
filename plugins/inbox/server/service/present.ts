/** Rows as calls answer them: to the team whole, to who asks without what the team has for itself. */
import type { Ctx } from '@atrium/sdk/server'
import type { Chat, ChatMessage, Face, InboxPerson } from '../../contract.ts'
import type { ChatRow, MessageRow } from '../reads.ts'

export const personNameOf = (ctx: Ctx, row: Pick<ChatRow, 'person_name' | 'person_email'>): string =>
  row.person_name ?? row.person_email ?? ctx.t('person.unnamed')

type Online = Map<number, 'online' | 'idle' | 'offline'>
const toPerson = (ctx: Ctx, row: ChatRow, online: Online): InboxPerson => ({
  id: row.person_id,
  member_id: row.person_member_id,
  public_uid: row.person_public_uid,
  name: personNameOf(ctx, row),
  avatar_url: row.person_avatar_url,
  email: row.person_email,
  is_verified: row.person_is_verified,
  is_online: row.person_member_id !== null && (online.get(row.person_member_id) ?? 'offline') !== 'offline',
})
const toChat = (ctx: Ctx, row: ChatRow, online: Online): Chat => ({
  id: row.id,
  type: row.type,
  status: row.status,
  channel: row.channel,
  subject: row.subject,
  person: toPerson(ctx, row, online),
  assignee: row.assignee_id === null ? null : { id: row.assignee_id, name: row.assignee_name ?? '', avatar_url: row.assignee_avatar_url },
  team: row.team_id === null ? null : { id: row.team_id, name: row.team_name ?? '' },
  ticket_type: row.ticket_type,
  area: row.area,
  priority: row.priority,
  tags: row.tags,
  ai: row.ai,
  asks_for_person: row.asks_for_person,
  snoozed_until: row.snoozed_until?.toISOString() ?? null,
  unread_count: row.unread_count,
  waiting_since: row.waiting_since?.toISOString() ?? null,
  due_at: row.due_at?.toISOString() ?? null,
  preview: row.preview,
  last_author: row.last_author,
  last_message_at: row.last_message_at.toISOString(),
  rating: row.rating,
  rating_note: row.rating_note,
  created_at: row.created_at.toISOString(),
  solved_at: row.solved_at?.toISOString() ?? null,
})
export async function presentChats(ctx: Ctx, rows: readonly ChatRow[]): Promise<Chat[]> {
  const online = await ctx.presenceOf(rows.flatMap(({ person_member_id }) => person_member_id ?? []))
  return rows.map((row) => toChat(ctx, row, online))
}
export const presentChat = async (ctx: Ctx, row: ChatRow): Promise<Chat> => (await presentChats(ctx, [row]))[0]!

/** As who asks may know it. */
export const forPerson = async (ctx: Ctx, rows: readonly ChatRow[]): Promise<Chat[]> =>
  (await presentChats(ctx, rows)).map((chat, i) => ({
    ...chat,
    ...{ team: null, tags: [], snoozed_until: null, due_at: null },
    unread_count: rows[i]!.unseen_count,
  }))

function senderOf({ author, member_id, member_name, member_avatar_url, agent_id, sender_name }: MessageRow): Face | null {
  if (author === 'ai') return { id: agent_id ?? 0, name: sender_name ?? '', avatar_url: null }
  if (author !== 'team') return null
  return member_id === null ? null : { id: member_id, name: member_name ?? '', avatar_url: member_avatar_url }
}
export async function presentMessages(ctx: Ctx, rows: readonly MessageRow[]): Promise<ChatMessage[]> {
  const files = await ctx.files.byIds(rows.flatMap(({ file_ids }) => file_ids.map(Number)))
  return rows.map((row) => ({
    id: row.id,
    author: row.author,
    sender: senderOf(row),
    text: row.text,
    files: row.file_ids.flatMap((id) => {
      const file = files.get(Number(id))
      return file ? { id: file.id, filename: file.filename, content_type: file.contentType, byte_size: file.byteSize, url: ctx.files.url(file) } : []
    }),
    is_note: row.is_note,
    happening: row.happening,
    values: row.happened,
    sources: row.sources,
    confidence: row.confidence,
    via: row.via,
    seen_at: row.seen_at?.toISOString() ?? null,
    creation_uuid: row.creation_uuid,
    created_at: row.created_at.toISOString(),
  }))
}

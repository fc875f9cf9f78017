/** Reads of the inbox. Thought for a million conversations: each list walks an index and stops at its page. */
import { columnsOf, type Ctx, holdsPermission, isPerson, type RowOf, statement } from '@atrium/sdk/server'
import { notFound } from '@atrium/sdk'
import contract from '../contract.ts'
import { ChatTable, MessageTable } from './entities.ts'

const CHAT = [
  ...(['id', 'type', 'status', 'channel', 'subject', 'person_id', 'assignee_id', 'team_id', 'ticket_type', 'area', 'priority', 'ai'] as const),
  ...(['asks_for_person', 'snoozed_until', 'unread_count', 'unseen_count', 'waiting_since', 'due_at', 'preview', 'last_author'] as const),
  ...(['last_message_id', 'last_message_at', 'rating', 'rating_note', 'created_at', 'solved_at'] as const),
] as const
export type ChatRow = RowOf<typeof ChatTable, (typeof CHAT)[number]> & {
  person_member_id: number | null
  person_public_uid: string | null
  person_name: string | null
  person_avatar_url: string | null
  person_email: string | null
  person_is_verified: boolean
  assignee_name: string | null
  assignee_avatar_url: string | null
  team_name: string | null
  tags: { id: number; name: string }[]
}
/** With who asks, who has it, and its tags. `c` is the conversation; `from` names it and what narrows it. */
export const chatsFrom = (from: string, more = ''): string => `select ${columnsOf(ChatTable, CHAT, 'c')}${more},
    p.member_id as person_member_id, pm.public_uid as person_public_uid, coalesce(pm.name, nullif(p.name, '')) as person_name, pm.avatar_url as person_avatar_url,
    p.email as person_email, p.is_verified or p.member_id is not null as person_is_verified,
    am.name as assignee_name, am.avatar_url as assignee_avatar_url, t.name as team_name,
    coalesce((select json_agg(json_build_object('id', g.id, 'name', g.name) order by lower(g.name), g.id)
      from inbox.chat_tag h join inbox.tag g on g.community_id = $1 and g.id = h.tag_id where h.community_id = $1 and h.chat_id = c.id), '[]'::json) as tags
  ${from} join inbox.person p on p.community_id = $1 and p.id = c.person_id
  left join kernel.member_card pm on pm.community_id = $1 and pm.id = p.member_id
  left join kernel.member_card am on am.community_id = $1 and am.id = c.assignee_id
  left join inbox.team t on t.community_id = $1 and t.id = c.team_id`
/** $2 ids. Primary key. */
export const chatsById = statement<ChatRow>(
  'inbox.chats_by_id',
  `${chatsFrom('from inbox.chat c')} where c.community_id = $1 and c.id = any ($2::bigint[]) and c.status <> 'draft'`,
)
/** @throws AtriumError 404 */
export async function needChat(ctx: Ctx, id: number): Promise<ChatRow> {
  const [row] = await ctx.read(chatsById, [[id]])
  if (!row) throw notFound('Conversation')
  return row
}

const MESSAGE = { but: ['community_id', 'updated_at', 'email_id'] } as const
export type MessageRow = Omit<RowOf<typeof MessageTable>, (typeof MESSAGE)['but'][number]> & { member_name: string | null; member_avatar_url: string | null }
const messages = `select ${columnsOf(MessageTable, MESSAGE, 'm')}, k.name as member_name, k.avatar_url as member_avatar_url
  from inbox.message m left join kernel.member_card k on k.community_id = $1 and k.id = m.member_id`
/** $2 conversation, $3 below this id or null, $4 rows, $5 true: what who asks sees alone. Walks message_chat backwards. */
export const messagesBefore = statement<MessageRow>(
  'inbox.messages_before',
  `${messages} where m.community_id = $1 and m.chat_id = $2 and ($3::bigint is null or m.id < $3) and not ($5 and m.is_note) order by m.id desc limit $4`,
)
/** $2 conversation, $3 above this id, $4 rows; what who asks sees alone. Walks message_chat. */
export const messagesAfter = statement<MessageRow>(
  'inbox.messages_after',
  `${messages} where m.community_id = $1 and m.chat_id = $2 and m.id > $3 and not m.is_note order by m.id limit $4`,
)
/** $2 ids. Primary key. */
export const messagesById = statement<MessageRow>('inbox.messages_by_id', `${messages} where m.community_id = $1 and m.id = any ($2::bigint[]) order by m.id`)

export interface Colleague {
  id: number
  name: string
  avatar_url: string | null
}
const answers = `from kernel.member_card m where m.community_id = $1 and m.status = 'active' and ${isPerson('m')} and ${holdsPermission('m', 'inbox.answer', contract.permissions.answer.grant)}`
/** Who may answer. $2 rows. */
export const colleaguesRead = statement<Colleague>('inbox.colleagues', `select m.id, m.name, m.avatar_url ${answers} order by m.name, m.id limit $2`)
/** Of these members those who may answer. $2 ids. */
export const answering = statement<Colleague>('inbox.answering', `select m.id, m.name, m.avatar_url ${answers} and m.id = any ($2::bigint[])`)
/** Who may answer, by their ids. $2 last member, $3 rows. */
export const colleaguesAfter = statement<{ id: number }>('inbox.colleagues_after', `select m.id ${answers} and m.id > $2 order by m.id limit $3`)
/** Of a team those who may answer. $2 team. */
export const teamMembers = statement<{ id: number }>(
  'inbox.team_members',
  `select m.id ${answers} and m.id = any (array(select unnest(t.member_ids) from inbox.team t where t.community_id = $1 and t.id = $2))`,
)

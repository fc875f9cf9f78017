/** Whom is told of what was said: the team of what who asks writes, who asks of answers, colleagues of notes that name them. */
import { forbidden } from '@atrium/sdk'
import { type Ctx, excerptOf, on, parseRichText } from '@atrium/sdk/server'
import notifications, { type NotificationKind, type NotificationSubject } from '../../../notifications/contract.ts'
import contract from '../../contract.ts'
import { answering, chatsById, type ChatRow, colleaguesAfter, messagesById, type MessageRow, teamMembers } from '../reads.ts'
import { mailLater } from './mail.ts'
import { holdOwn, personSays, teamSays } from './messages.ts'
import { ownPerson } from './people.ts'
import { personNameOf } from './present.ts'
import { colleaguesOf } from './teams.ts'
import { holdChat } from './writing.ts'

/** For the team: the person is the title. */
async function forTeam(ctx: Ctx, ids: number[]): Promise<Map<number, NotificationSubject>> {
  if (!ctx.can('inbox.answer')) return new Map()
  const rows = await ctx.read(chatsById, [ids])
  return new Map(
    rows.map((row) => [
      row.id,
      {
        title: personNameOf(ctx, row),
        path: `/settings/ai-inbox/conversations/${row.id}`,
        spaceId: null,
        excerpt: row.preview,
        type: 'InboxChat',
        replyable: row.status !== 'closed',
      },
    ]),
  )
}
/** For who asks: their own. */
async function forMember(ctx: Ctx, ids: number[]): Promise<Map<number, NotificationSubject>> {
  const rows = await ctx.read(chatsById, [ids])
  const own = rows.filter((row) => row.person_member_id !== null && row.person_member_id === ctx.member?.id)
  const said = await ctx.sql<{ chat_id: number; text: string }>(
    `select distinct on (chat_id) chat_id, left(text, 600) as text from inbox.message where community_id = $1 and chat_id = any ($2::bigint[]) and author = 'team' and not is_note
     order by chat_id, id desc`,
    [own.map(({ id }) => id)],
  )
  const texts = new Map(said.map(({ chat_id, text }) => [chat_id, text]))
  return new Map(
    own.map((row) => [
      row.id,
      {
        title: row.subject || ctx.t('notify.conversation'),
        path: `/?conversation=${row.id}`,
        spaceId: null,
        excerpt: excerptOf(texts.get(row.id) ?? ''),
        type: 'InboxChat',
        replyable: row.status !== 'closed',
      },
    ]),
  )
}

/** An answer by email or in the list, of the team's member. @throws AtriumError 403, 404 */
async function answerAs(ctx: Ctx, id: number, doc: unknown, key: string): Promise<void> {
  if (!ctx.can('inbox.answer')) throw forbidden()
  const { text, signedIds } = parseRichText(doc)
  await teamSays(ctx, await holdChat(ctx, id), { memberId: ctx.me().id, text, files: signedIds, creationUuid: key })
}
/** The same of who asks. @throws AtriumError 404 for another's conversation */
async function askAs(ctx: Ctx, id: number, doc: unknown, key: string): Promise<void> {
  const chat = await holdOwn(ctx, await ownPerson(ctx), id)
  const { text, signedIds } = parseRichText(doc)
  const fileIds: number[] = []
  for (const signedId of signedIds) fileIds.push((await ctx.files.take(signedId)).id)
  const messageId = await personSays(ctx, chat, { text, fileIds, creationUuid: key, via: 'email' })
  for (const fileId of fileIds) await ctx.files.keep(fileId, `inbox_message:${messageId}`)
}
const team = { icon: 'inbox', topic: 'conversations', reaches: (ctx: Ctx) => ctx.can('inbox.answer'), subjects: forTeam } as const
export const kinds: NotificationKind[] = [
  {
    ...team,
    key: 'inbox_message',
    group: 'inbox',
    countsActs: true,
    defaults: { in_app: true, email: true, push: true },
    // what is nobody's is told to all who may answer, and fills no mailboxes
    ways: { colleague: ['in_app', 'push'] },
    reply: answerAs,
    recipientsSee: true,
    recipients: async (ctx, _id, after, limit) => (await ctx.read(colleaguesAfter, [after, limit])).map(({ id }) => ({ memberId: id, reason: 'colleague' })),
  },
  { ...team, key: 'inbox_woken', countsActs: true, channels: ['in_app', 'push'], defaults: { in_app: true, email: false, push: true } },
  { ...team, key: 'inbox_mention', group: 'mentions', defaults: { in_app: true, email: true, push: true } },
  {
    key: 'inbox_reply',
    icon: 'message-circle',
    topic: 'conversations',
    group: 'inbox',
    countsActs: true,
    defaults: { in_app: true, email: true, push: true },
    subjects: forMember,
    reply: askAs,
  },
]

async function tellColleagues(ctx: Ctx, chat: ChatRow, row: MessageRow): Promise<void> {
  const news = { kind: 'inbox_message', subjectId: chat.id, key: `inbox_message:${row.id}`, actorMemberId: row.member_id, at: row.created_at }
  const told = ctx.use(notifications)
  // somebody who may not answer any more hears nothing: then it is as if it were nobody's
  const [assignee] = chat.assignee_id === null ? [] : await ctx.read(answering, [[chat.assignee_id]])
  if (assignee) return told.tell({ ...news, to: [{ memberId: assignee.id, reason: 'assignee' }] })
  const members = chat.team_id === null ? [] : await ctx.read(teamMembers, [chat.team_id])
  if (members.length) return told.tell({ ...news, to: members.map(({ id }) => ({ memberId: id, reason: 'inbox_team' })) })
  return told.tellMany(news)
}
/** `@Ana Lima` in a note. */
async function tellMentioned(ctx: Ctx, chat: ChatRow, row: MessageRow): Promise<void> {
  const text = row.text.toLowerCase()
  if (!text.includes('@')) return
  const named = (await colleaguesOf(ctx)).filter(({ id, name }) => id !== row.member_id && text.includes(`@${name.toLowerCase()}`))
  const news = { kind: 'inbox_mention', subjectId: chat.id, key: `inbox_mention:${row.id}`, actorMemberId: row.member_id, at: row.created_at }
  if (named.length) await ctx.use(notifications).tell({ ...news, to: named.map(({ id }) => ({ memberId: id, reason: 'inbox_mention' })) })
}
async function tellPerson(ctx: Ctx, chat: ChatRow, row: MessageRow): Promise<void> {
  if (chat.person_member_id === null) return mailLater(ctx, chat)
  // an agent answers at once, to whoever looks at it
  if (row.author === 'ai') return
  const news = { kind: 'inbox_reply', subjectId: chat.id, key: `inbox_reply:${row.id}`, actorMemberId: row.member_id, at: row.created_at }
  await ctx.use(notifications).tell({ ...news, to: [{ memberId: chat.person_member_id, reason: 'inbox_asker' }] })
}
/** What was said so long before it was written down comes from elsewhere, as a history does: nobody is told of it. */
const PAST = 60_000
export const news = [
  on(contract.events['message.created'], 'tell', async (ctx, { chatId, messageId }, { at }) => {
    const [[chat], [row]] = [await ctx.read(chatsById, [[chatId]]), await ctx.read(messagesById, [[messageId]])]
    if (!chat || !row || row.created_at.getTime() < at.getTime() - PAST) return
    if (row.author === 'person' ? chat.ai !== 'on' : row.happening === 'handed_over' || row.happening === 'unproven') await tellColleagues(ctx, chat, row)
    if (row.author === 'team' && row.is_note) await tellMentioned(ctx, chat, row)
    if ((row.author === 'team' || row.author === 'ai') && !row.is_note) await tellPerson(ctx, chat, row)
  }),
]

/** Answers by email, in both directions, with those who ask without being members: members are told by notifications. */
import { createHash, randomBytes } from 'node:crypto'
import { AtriumError, sentence } from '@atrium/sdk'
import { actingAs, type Ctx, isRefusal, type MailPart } from '@atrium/sdk/server'
import notifications, { type ReceivedEmail } from '../../../notifications/contract.ts'
import { mailJob } from '../jobs.ts'
import { type ChatRow, type MessageRow, messagesById } from '../reads.ts'
import { noteUnproven, personSays } from './messages.ts'
import { type HeldChat, holdChat } from './writing.ts'

export const MAILBOX = 'inbox'
/** Whoever looks at the conversation gets no email: it waits so long for that, and what is said meanwhile goes along. */
const DELAY = 120_000
/** Answers of one email. */
const MOST = 20
/** Emails that nobody proved, in a conversation within a day. */
const UNPROVEN = 10
const DAY = 86_400_000

/** After an answer. What was asked by email, or is no chat, is answered by email at once. */
export async function mailLater(ctx: Ctx, { id, type, person_email }: Pick<ChatRow, 'id' | 'type' | 'person_email'>): Promise<void> {
  if (person_email === null) return
  const options = type === 'email' ? {} : { runAt: new Date(ctx.now().getTime() + DELAY) }
  await ctx.enqueue(mailJob, { chatId: id }, { key: `mail:${id}`, ...options })
}

/** What they have not seen. Of agents only where they asked by email: an address that somebody merely typed gets nothing that a machine has written. */
const UNSEEN = `select m.id from inbox.message m where m.community_id = $1 and m.chat_id = $2 and m.id > $3 and m.seen_at is null and not m.is_note
  and (m.author = 'team' or m.author = 'ai' and exists (
    select from inbox.message e where e.community_id = $1 and e.chat_id = $2 and e.author = 'person' and e.via = 'email'))
  order by m.id limit ${MOST}`
export async function mailAnswers(ctx: Ctx, chatId: number): Promise<void> {
  const chat = await holdChat(ctx, chatId)
  const [person] = await ctx.sql<{ email: string | null; locale: string | null; member_id: number | null }>(
    'select email, locale, member_id from inbox.person where community_id = $1 and id = $2',
    [chat.person_id],
  )
  if (!person?.email || person.member_id !== null) return
  const unseen = await ctx.sql<{ id: number }>(UNSEEN, [chatId, chat.mailed_id ?? 0])
  if (unseen.length === 0) return
  const rows = await ctx.read(messagesById, [unseen.map(({ id }) => id)])
  await ctx.sql('update inbox.chat set mailed_id = $3 where community_id = $1 and id = $2', [chatId, rows.at(-1)!.id])
  await send(ctx, chat, { email: person.email, locale: person.locale ?? ctx.community.locale }, rows)
}
async function send(ctx: Ctx, chat: HeldChat, to: { email: string; locale: string }, rows: readonly MessageRow[]): Promise<void> {
  const { locale } = to
  const say = (key: string, values: Record<string, string> = {}) => ctx.t(key, values, locale)
  const community = ctx.community.name
  const replyTo = ctx.use(notifications).mailAddress(MAILBOX, await tokenOf(ctx, chat))
  const parts: MailPart[] = rows.flatMap(({ member_name, sender_name, text }): MailPart[] => [
    { heading: say('mail.from', { name: member_name ?? sender_name ?? community }) },
    { text },
  ])
  await ctx.mail({
    to: to.email,
    subject: chat.subject ? say('mail.subject_of', { subject: chat.subject }) : say('mail.subject', { community }),
    locale,
    kind: { key: 'answer', values: { subject: chat.subject } },
    parts: [...parts, ...(replyTo ? [{ text: say('mail.reply') }] : [])],
    foot: { why: say('mail.why', { community }) },
    // machines are asked not to answer
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'OOF, AutoReply' },
    ...(replyTo ? { replyTo } : {}),
  })
}
/** What stands for the conversation in addresses: made with its first email. */
async function tokenOf(ctx: Ctx, chat: HeldChat): Promise<string> {
  if (chat.token !== null) return chat.token
  const token = randomBytes(16).toString('hex')
  await ctx.sql('update inbox.chat set token = $3 where community_id = $1 and id = $2', [chat.id, token])
  return token
}

async function chatOf(ctx: Ctx, token: string): Promise<number | null> {
  if (!/^[0-9a-f]{32}$/.test(token)) return null
  const [row] = await ctx.sql<{ id: number }>('select id from inbox.chat where community_id = $1 and token = $2', [token])
  return row?.id ?? null
}
export const isToken = async (ctx: Ctx, token: string): Promise<boolean> => (await chatOf(ctx, token)) !== null

/**
 * An email to the address of a conversation. The same email twice is one message; one that no person wrote is taken and forgotten, so that two machines
 * do not write to each other; one that nobody proves to be from who asks is shown to the team alone.
 * @returns whether the address is ours
 * @throws AtriumError with a sentence for whoever sent it
 */
export async function takeMail(ctx: Ctx, token: string, raw: Uint8Array): Promise<boolean> {
  const id = await chatOf(ctx, token)
  if (id === null) return false
  const email = await ctx.use(notifications).readEmail(raw)
  if (email.automatic) return true
  if (!email.text && email.attachments.length === 0) throw new AtriumError(422, 'empty_email', 'This email is empty. Write a reply and send it again.')
  const emailId = createHash('sha256')
    .update(`${token}:${email.messageId || `${email.from}:${email.text}`}`)
    .digest('hex')
  const chat = await holdChat(ctx, id)
  if ((await ctx.sql('select id from inbox.message where community_id = $1 and email_id = $2', [emailId])).length > 0) return true
  if (email.verdict === 'proven' && (await isFrom(ctx, chat, email.from))) await says(ctx, chat, email, emailId)
  else await note(ctx, chat, email, emailId)
  return true
}
async function isFrom(ctx: Ctx, { person_id }: HeldChat, from: string): Promise<boolean> {
  const [person] = await ctx.sql<{ email: string | null; member_id: number | null }>(
    'select email, member_id from inbox.person where community_id = $1 and id = $2',
    [person_id],
  )
  const memberId = person?.member_id ?? null
  const address = memberId === null ? person?.email : (await ctx.members.addresses([memberId])).get(memberId)?.email
  return from !== '' && address?.toLowerCase() === from
}
async function says(ctx: Ctx, chat: HeldChat, { text, attachments }: ReceivedEmail, emailId: string): Promise<void> {
  const [proven] = await ctx.sql<{ member_id: number | null }>(
    'update inbox.person set is_verified = true, updated_at = $3 where community_id = $1 and id = $2 returning member_id',
    [chat.person_id, ctx.now()],
  )
  const writer = proven!.member_id === null ? ctx : ((await actingAs(ctx, proven!.member_id)) ?? ctx)
  const { fileIds, refused } = await filesOf(writer, attachments)
  const words = [text, ...refused.map((filename) => `(${filename})`)].filter(Boolean).join('\n\n')
  const messageId = await personSays(ctx, chat, { text: words, fileIds, via: 'email', emailId })
  for (const fileId of fileIds) await writer.files.keep(fileId, `inbox_message:${messageId}`)
}
/** A file that is refused is named, and the words come all the same. */
async function filesOf(writer: Ctx, attachments: ReceivedEmail['attachments']): Promise<{ fileIds: number[]; refused: string[] }> {
  const [fileIds, refused]: [number[], string[]] = [[], []]
  for (const { filename, data } of attachments) {
    try {
      fileIds.push((await writer.files.put({ filename, data })).id)
    } catch (error) {
      if (!isRefusal(error)) throw error
      refused.push(filename)
    }
  }
  return { fileIds, refused }
}
async function note(ctx: Ctx, chat: HeldChat, { from, text, attachments }: ReceivedEmail, emailId: string): Promise<void> {
  const [{ count } = { count: 0 }] = await ctx.sql<{ count: number }>(
    `select count(*)::int as count from inbox.message where community_id = $1 and chat_id = $2 and happening = 'unproven' and created_at > $3`,
    [chat.id, new Date(ctx.now().getTime() - DAY)],
  )
  if (count >= UNPROVEN)
    throw new AtriumError(
      429,
      'rate_limited',
      sentence('Only {max} emails a day that we can’t verify are taken here. Reply in the community instead.', { max: UNPROVEN }),
    )
  const words = [text, ...attachments.map(({ filename }) => `(${filename})`)].filter(Boolean).join('\n\n')
  await noteUnproven(ctx, chat, { text: words, from, emailId })
}

/** Agents that answer in place of the team: asked in a job, once a message, and silent where people have answered meanwhile. */
import { AtriumError } from '@atrium/sdk'
import { type Ctx, inWrite } from '@atrium/sdk/server'
import contract, { type AgentAnswer, type Answerer } from '../../contract.ts'
import { answerJob } from '../jobs.ts'
import { messagesBefore } from '../reads.ts'
import { askForPerson } from './states.ts'
import { type HeldChat, holdChat, insert, lastAsked, previewOf, tellTeam } from './writing.ts'

/** Messages that an agent knows. */
const BEFORE = 20
/** Milliseconds after which an answer is taken up anew, and times after which people are asked. */
const LEASE = 180_000
const TRIES = 3
const STEP = 100
/** Emails of one conversation within a day after which people answer: two machines of which neither says so must not write to each other for ever. */
const MOST_EMAILS = 10
const DAY = 86_400_000

type Talk = Parameters<Answerer['answer']>[1]

/** Whether an agent shall still answer this message: nobody has written since, and no person answers. Lines of what happened are no answers. */
const isAsked = async (ctx: Ctx, chat: HeldChat, messageId: number) =>
  chat.ai === 'on' && chat.status === 'open' && chat.last_author === 'person' && (await lastAsked(ctx, chat.id)) === messageId

async function isLoop(ctx: Ctx, chatId: number): Promise<boolean> {
  const rows = await ctx.sql(
    `select id from inbox.message where community_id = $1 and chat_id = $2 and author = 'person' and via = 'email' and created_at > $3 limit ${MOST_EMAILS}`,
    [chatId, new Date(ctx.now().getTime() - DAY)],
  )
  return rows.length === MOST_EMAILS
}

/** Takes the message for this job alone. @returns null where another has it, or there is nothing to answer */
async function claim(ctx: Ctx, chatId: number, messageId: number): Promise<(Talk & { type: HeldChat['type'] }) | null> {
  const chat = await holdChat(ctx, chatId)
  if (!(await isAsked(ctx, chat, messageId))) return null
  const isAgain = chat.asked_id === messageId
  if (isAgain && chat.asked_at !== null && chat.asked_at.getTime() > ctx.now().getTime() - LEASE) return null
  if ((isAgain && chat.asked_tries >= TRIES) || (await isLoop(ctx, chatId))) {
    await askForPerson(ctx, chat)
    return null
  }
  await ctx.sql('update inbox.chat set asked_id = $3, asked_at = $4, asked_tries = $5 where community_id = $1 and id = $2', [
    ...[chatId, messageId, ctx.now(), isAgain ? chat.asked_tries + 1 : 1],
  ])
  const [person] = await ctx.sql<{ member_id: number | null; locale: string | null }>(
    'select member_id, locale from inbox.person where community_id = $1 and id = $2',
    [chat.person_id],
  )
  const rows = await ctx.read(messagesBefore, [chatId, null, BEFORE, true])
  const messages = rows.reverse().flatMap(({ author, text }) => (author === 'system' || text === '' ? [] : [{ author, text }]))
  return { type: chat.type, chatId, memberId: person!.member_id, locale: person!.locale ?? ctx.community.locale, messages }
}
/** Written where it still fits; what came too late is dropped. Nothing to say is a reason to ask people, too. */
async function keep(ctx: Ctx, chatId: number, messageId: number, answer: AgentAnswer | null): Promise<void> {
  const chat = await holdChat(ctx, chatId)
  if (!(await isAsked(ctx, chat, messageId))) return
  if (answer?.text.trim()) await write(ctx, chat, answer)
  if (!answer?.text.trim() || answer.handsOver) await askForPerson(ctx, chat)
}
async function write(ctx: Ctx, chat: HeldChat, { text, name, agentId, sources, confidence, handsOver }: AgentAnswer, at = ctx.now()): Promise<void> {
  const id = (await insert(ctx, { chatId: chat.id, author: 'ai', text: text.trim(), senderName: name, agentId, sources, confidence, at }))!
  await ctx.sql(
    `update inbox.chat set last_author = 'ai', last_message_id = $3, last_message_at = $4, preview = $5, unseen_count = unseen_count + 1, unread_count = 0,
       is_ai_alone = first_answered_at is null and not $6, waiting_since = case when $6 then waiting_since end, due_at = null, updated_at = $4
     where community_id = $1 and id = $2`,
    [chat.id, id, at, previewOf(text), handsOver],
  )
  ctx.emit(contract.events['message.created'], { chatId: chat.id, messageId: id, author: 'ai', isNote: false })
  tellTeam(ctx, chat.id)
}
/** The first that is ready. No transaction is open while it writes. */
async function askOne(ctx: Ctx, type: HeldChat['type'], talk: Talk): Promise<AgentAnswer | null> {
  for (const { value } of ctx.fill(contract.points.answerer)) if (await value.isReady(ctx, { type })) return value.answer(ctx, talk)
  return null
}
/** For set-up: what an agent has answered before. */
export async function answerAsAgent(ctx: Ctx, chatId: number, answer: AgentAnswer, at?: Date): Promise<void> {
  const chat = await holdChat(ctx, chatId)
  await ctx.sql(`update inbox.chat set ai = 'on' where community_id = $1 and id = $2`, [chatId])
  await write(ctx, { ...chat, ai: 'on' }, answer, at)
  if (answer.handsOver) await askForPerson(ctx, { ...chat, ai: 'on' }, at)
}
export async function answer(ctx: Ctx, chatId: number, messageId: number): Promise<void> {
  const claimed = await inWrite(ctx, (inner) => claim(inner, chatId, messageId))
  if (!claimed) return
  const { type, ...talk } = claimed
  const said = await askOne(ctx, type, talk).catch((error: unknown) => {
    // one that refuses, as for want of tokens, has nothing to say; what failed is tried again
    if (error instanceof AtriumError) return null
    throw error
  })
  await inWrite(ctx, (inner) => keep(inner, chatId, messageId, said))
}
/** Those whose writer is gone, as with its process. */
export async function takeUp(ctx: Ctx): Promise<void> {
  const left = await ctx.sql<{ id: number; message_id: number }>(
    `select c.id, m.id as message_id from inbox.chat c join lateral (
         select id, created_at from inbox.message where community_id = $1 and chat_id = c.id and author = 'person' order by id desc limit 1) m on true
     where c.community_id = $1 and c.status = 'open' and c.ai = 'on' and c.last_author = 'person'
       and coalesce(case when c.asked_id = m.id then c.asked_at end, m.created_at) < $2 order by c.last_message_at desc limit ${STEP}`,
    [new Date(ctx.now().getTime() - LEASE)],
  )
  for (const { id, message_id: messageId } of left) await ctx.enqueue(answerJob, { chatId: id, messageId }, { key: `answer:${messageId}` })
}

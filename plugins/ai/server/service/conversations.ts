/** Conversations: whose they are, what was asked in them, and how an answer to a question begins, ends and is taken up again. */
import { conflict, notFound } from '@atrium/sdk'
import { type Ctx, decodeCursor, eachAlone, inWrite, inWriteAs, lastId, type Paging, page, rowsFor } from '@atrium/sdk/server'
import contract, { type AgentCard, type Piece } from '../../contract.ts'
import { answerJob } from '../jobs.ts'
import { type Agent, agentFor, showAgent } from './agents.ts'
import { answer, leaseEnd, plan } from './answering/answer.ts'
import { count, spend } from './budget.ts'
import { MESSAGE, type MessageRow, presentMessage, presentMessages } from './messages.ts'

/** Times that an answer is begun before it counts as failed. */
const TRIES = 3
/** Letters of a conversation's title, out of its first question. */
const TITLE = 90
/** Earlier messages that an answer knows. */
const BEFORE = 8

interface Row {
  id: number
  agent_id: number
  title: string
  last_message_at: Date
  created_at: Date
}
const COLUMNS = 'id, agent_id, title, last_message_at, created_at'

async function present(ctx: Ctx, rows: readonly Row[]) {
  const agents = new Map<number, AgentCard>()
  for (const id of new Set(rows.map(({ agent_id }) => agent_id))) agents.set(id, await showAgent(ctx, id))
  return rows.map(({ agent_id, ...row }) => ({ ...row, agent: agents.get(agent_id)! }))
}
export async function listConversations(ctx: Ctx, query: Paging) {
  const [at = null, id = null] = decodeCursor(query.cursor, ['number', 'number']) ?? []
  const rows = await ctx.sql<Row>(
    `select ${COLUMNS} from ai.conversation where community_id = $1 and member_id = $2 and place = 'ask' and title <> ''
       and ($3::float8 is null or (last_message_at, id) < (to_timestamp($3 / 1000), $4::bigint)) order by last_message_at desc, id desc limit $5`,
    [ctx.me().id, at, id, rowsFor(query)],
  )
  const shown = new Map((await present(ctx, rows)).map((one) => [one.id, one]))
  return page(rows, { query, key: (row) => [row.last_message_at.getTime(), row.id] }, (row) => shown.get(row.id)!)
}
/** One's own. @throws AtriumError 404 */
async function own(ctx: Ctx, id: number): Promise<Row> {
  const [row] = await ctx.sql<Row>(`select ${COLUMNS} from ai.conversation where community_id = $1 and id = $2 and member_id = $3`, [id, ctx.me().id])
  if (!row) throw notFound('Conversation')
  return row
}
export const showConversation = async (ctx: Ctx, id: number) => (await present(ctx, [await own(ctx, id)]))[0]!
export async function createConversation(ctx: Ctx, agentId: number): Promise<number> {
  await agentFor(ctx, agentId)
  const [row] = await ctx.sql<{ id: number }>(
    `insert into ai.conversation (community_id, agent_id, member_id, last_message_at, created_at, updated_at) values ($1, $2, $3, $4, $4, $4) returning id`,
    [agentId, ctx.me().id, ctx.now()],
  )
  return row!.id
}
export async function deleteConversation(ctx: Ctx, id: number): Promise<void> {
  await own(ctx, id)
  await ctx.sql('delete from ai.conversation where community_id = $1 and id = $2', [id])
}
export async function listMessages(ctx: Ctx, id: number, query: Paging) {
  await own(ctx, id)
  const rows = await ctx.sql<MessageRow>(
    `select ${MESSAGE} from ai.message where community_id = $1 and conversation_id = $2 and ($3::bigint is null or id < $3) order by id desc limit $4`,
    [id, lastId(query), rowsFor(query)],
  )
  const shown = new Map((await presentMessages(ctx, rows)).map((one) => [one.id, one]))
  return page(rows, { query, key: (row) => [row.id] }, (row) => shown.get(row.id)!)
}
/** One's own answer, by its id. @throws AtriumError 404 */
export async function ownMessage(ctx: Ctx, id: number): Promise<MessageRow & { agent_id: number; question: string }> {
  const [row] = await ctx.sql<MessageRow & { agent_id: number; question: string }>(
    `select ${MESSAGE.split(', ')
      .map((column) => `m.${column}`)
      .join(', ')}, c.agent_id,
       coalesce((select q.text from ai.message q where q.community_id = $1 and q.conversation_id = m.conversation_id and q.author = 'person' and q.id < m.id order by q.id desc limit 1), '') as question
     from ai.message m join ai.conversation c on c.community_id = $1 and c.id = m.conversation_id
     where m.community_id = $1 and m.id = $2 and c.member_id = $3 and m.author = 'agent'`,
    [id, ctx.me().id],
  )
  if (!row) throw notFound('Answer')
  return row
}

const before = (ctx: Ctx, conversationId: number, id: number) =>
  ctx
    .sql<MessageRow>(
      `select ${MESSAGE} from ai.message where community_id = $1 and conversation_id = $2 and id < $3 and status = 'done' order by id desc limit ${BEFORE}`,
      [conversationId, id],
    )
    .then((rows) => rows.reverse())

/** Writes a question down with the place of its answer, in one transaction: from then on it is answered, whatever becomes of this process. */
async function begin(ctx: Ctx, conversation: Row, question: string): Promise<number> {
  const memberId = ctx.me().id
  return inWriteAs(ctx, memberId, async (inner) => {
    // one question at a time in a conversation
    const [open] = await inner.sql(
      `select 1 from ai.conversation c where c.community_id = $1 and c.id = $2 and exists (
         select from ai.message m where m.community_id = $1 and m.conversation_id = c.id and m.status = 'writing') for update`,
      [conversation.id],
    )
    if (open) throw conflict('Wait for the answer, or stop it first.', 'answer_under_way')
    const [, answered] = await inner.sql<{ id: number }>(
      `insert into ai.message (community_id, conversation_id, author, text, status, lease_until, tries, created_at, updated_at)
       values ($1, $2, 'person', $3, 'done', null, 0, $5, $5), ($1, $2, 'agent', '', 'writing', $4, 1, $5, $5) returning id`,
      [conversation.id, question, leaseEnd(inner), inner.now()],
    )
    await inner.sql(
      `update ai.conversation set last_message_at = $3, title = case when title = '' then $4 else title end, updated_at = $3 where community_id = $1 and id = $2`,
      [conversation.id, inner.now(), question.replace(/\s+/g, ' ').slice(0, TITLE)],
    )
    await inner.sql('update ai.agent set questions_count = questions_count + 1 where community_id = $1 and id = $2', [conversation.agent_id])
    inner.emit(contract.events['question.asked'], { memberId, messageId: answered!.id, agentId: conversation.agent_id })
    return answered!.id
  })
}
type Pieces = (signal: AbortSignal) => AsyncGenerator<Piece>
async function piecesOf(ctx: Ctx, agent: Agent, conversationId: number, messageId: number, question: string): Promise<Pieces> {
  const memberId = ctx.me().id
  const made = await plan(ctx, agent, question, await before(ctx, conversationId, messageId - 1))
  return (signal) => answer(ctx, { messageId, memberId, plan: made }, signal)
}
/** @throws AtriumError 404, 409 `answer_under_way` */
export async function ask(ctx: Ctx, conversationId: number, question: string): Promise<Pieces> {
  const conversation = await own(ctx, conversationId)
  const agent = await agentFor(ctx, conversation.agent_id)
  const messageId = await begin(ctx, conversation, question)
  return piecesOf(ctx, agent, conversationId, messageId, question)
}
/** A failed or stopped answer once more. One statement takes it, so that two presses write one answer. @throws AtriumError 404, 409 */
export async function askAgain(ctx: Ctx, id: number): Promise<Pieces> {
  const row = await ownMessage(ctx, id)
  const agent = await agentFor(ctx, row.agent_id)
  const [taken] = await inWrite(ctx, (inner) =>
    inner.sql(
      `update ai.message set status = 'writing', text = '', problem = null, sources = '[]', outcome = null, rating = null, lease_until = $3, tries = 1, updated_at = $4
       where community_id = $1 and id = $2 and status in ('failed', 'stopped') returning id`,
      [id, leaseEnd(inner), inner.now()],
    ),
  )
  if (!taken) throw conflict('This answer is already written.')
  return piecesOf(ctx, agent, row.conversation_id, id, row.question)
}
/** What is there stays. Whoever writes it sees that at the next piece. */
export async function stop(ctx: Ctx, id: number): Promise<void> {
  await ownMessage(ctx, id)
  await ctx.sql(`update ai.message set status = 'stopped', lease_until = null, updated_at = $3 where community_id = $1 and id = $2 and status = 'writing'`, [
    id,
    ctx.now(),
  ])
}
/** @throws AtriumError 404 */
export async function rate(ctx: Ctx, id: number, rating: -1 | 1 | null, note: string) {
  const { agent_id: agentId, created_at: at } = await ownMessage(ctx, id)
  const [was] = await ctx.sql<{ before: number | null }>(
    `update ai.message m set rating = $3, rating_note = nullif($4, ''), updated_at = $5 from (select id, rating from ai.message where community_id = $1 and id = $2 for update) o
     where m.community_id = $1 and m.id = o.id and m.status = 'done' returning o.rating as before`,
    [id, rating, note, ctx.now()],
  )
  if (!was) throw conflict('Only finished answers can be rated.')
  const [liked, disliked] = [1, -1].map((value) => Number(rating === value) - Number(was.before === value))
  if (liked || disliked) await count(ctx, agentId, { liked: liked!, disliked: disliked! }, at)
  return presentMessage(ctx, id)
}
/** Does what an agent has prepared, once: one statement takes it. With the rights of who asked, at this moment. @throws AtriumError 404, 409 */
export async function decide(ctx: Ctx, id: number, confirm: boolean) {
  await ownMessage(ctx, id)
  const [row] = await ctx.sql<MessageRow>(
    `update ai.message set action = jsonb_set(action, '{status}', $3::jsonb), updated_at = $4
     where community_id = $1 and id = $2 and action ->> 'status' = 'waiting' returning ${MESSAGE}`,
    [id, JSON.stringify(confirm ? 'done' : 'dismissed'), ctx.now()],
  )
  if (!row) throw conflict('This was already answered.')
  if (confirm) {
    const tool = ctx.fill(contract.points.tool).find(({ value }) => value.key === row.action!.tool)
    if (!tool) throw notFound('Action')
    const results: { text: string; path?: string }[] = []
    // a refusal undoes what the tool has begun, and is kept as what came of it
    const [refused] = await eachAlone(ctx, [row.action!], async ({ input }) => {
      results.push(await tool.value.run(ctx, tool.value.input.parse(input)))
    })
    const { text, path = null } = results[0] ?? { text: ctx.say(refused!.reason) }
    await ctx.sql(
      `update ai.message set action = action || jsonb_build_object('status', $3::text, 'result', $4::text, 'path', $5::text) where community_id = $1 and id = $2`,
      [id, refused ? 'refused' : 'done', text, path],
    )
  }
  return presentMessage(ctx, id)
}

/** Answers whose writer is gone are handed to a job, each once: the lease is taken anew by one statement. */
export async function resume(ctx: Ctx): Promise<void> {
  const left = await ctx.sql<{ id: number; tries: number; tokens_held: number }>(
    `update ai.message set lease_until = $2, tries = tries + 1, status = case when tries >= $4 then 'failed' else status end, updated_at = $3
     where community_id = $1 and id in (select id from ai.message where community_id = $1 and status = 'writing' and lease_until < $3 order by id limit 20 for update skip locked)
     returning id, tries, tokens_held`,
    [leaseEnd(ctx), ctx.now(), TRIES],
  )
  for (const { id, tries, tokens_held } of left) {
    if (tokens_held > 0) {
      await spend(ctx, tokens_held, { tokensIn: 0, tokensOut: 0 })
      await ctx.sql('update ai.message set tokens_held = 0 where community_id = $1 and id = $2', [id])
    }
    if (tries > TRIES) await ctx.sql(`update ai.message set problem = $3 where community_id = $1 and id = $2`, [id, ctx.t('problem.provider')])
    else await ctx.enqueue(answerJob, { messageId: id })
  }
}
/** An answer that nobody waits for: its asker hears of it when it is there. */
export async function answerLeft(ctx: Ctx, messageId: number): Promise<void> {
  const [row] = await ctx.sql<{ member_id: number; conversation_id: number }>(
    `select c.member_id, m.conversation_id from ai.message m join ai.conversation c on c.community_id = $1 and c.id = m.conversation_id
     where m.community_id = $1 and m.id = $2 and m.status = 'writing'`,
    [messageId],
  )
  if (!row) return
  const asker = await ctx.actAs(row.member_id)
  const { question, agent_id } = await ownMessage(asker, messageId)
  const pieces = await piecesOf(asker, await agentFor(asker, agent_id), row.conversation_id, messageId, question)
  for await (const _ of pieces(new AbortController().signal));
  await inWrite(ctx, async (inner) =>
    inner.push(`member:${row.member_id}`, contract.events['answer.finished'].name, { conversationId: row.conversation_id, messageId }),
  )
}
/** Conversations beyond the days that they are kept. */
export async function purge(ctx: Ctx): Promise<void> {
  const { keep_days: days } = ctx.settings(contract)
  if (days > 0)
    await ctx.sql(`delete from ai.conversation where community_id = $1 and last_message_at < $2::timestamptz - make_interval(days => $3)`, [ctx.now(), days])
  // begun, and nothing was asked in it
  await ctx.sql(`delete from ai.conversation where community_id = $1 and title = '' and created_at < $2::timestamptz - interval '1 day'`, [ctx.now()])
}

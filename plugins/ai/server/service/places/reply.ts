/** Answers in posts, comments and conversations: read in the asker's name and within what all may read who read along, written as the agent's member. */
import { actingAs, type Ctx, inWrite, isRefusal, lock, unlessRefused } from '@atrium/sdk/server'
import content from '../../../../content/contract.ts'
import contract from '../../../contract.ts'
import { replyJob } from '../../jobs.ts'
import { agentFor } from '../agents.ts'
import { type Answer, HELD, plan, type Plan, words } from '../answering/answer.ts'
import { count, hold, spend } from '../budget.ts'
import { judged, sayable, spacesFor } from '../knowledge/retrieve.ts'
import { bodyOf, textOf } from './body.ts'
import { type Cast, type ReplyRow, type Stage, stageOf, thingOf } from './stage.ts'

/** Times that an answer is begun. */
const TRIES = 3
/** From so much of a question that its passages hold on, an agent speaks that nobody has asked. */
const SURE = 0.55
/** Letters of a conversation's title. */
const TITLE = 90
/** Days of comments that are looked at; a post that waits for an answer is younger. */
export const DAYS = 4

/** Takes the answer for this try; null where it is written, or was begun too often. What a former try has held is given back. */
async function take(ctx: Ctx, id: number): Promise<ReplyRow | null> {
  const [row] = await ctx.sql<ReplyRow & { held: number; tries: number }>(
    `update ai.reply r set tries = r.tries + 1, tokens_held = 0, status = case when r.tries >= $3 then 'silent' else r.status end, updated_at = $4
     from (select id, tokens_held from ai.reply where community_id = $1 and id = $2 for update) o
     where r.community_id = $1 and r.id = o.id and r.status = 'waiting'
     returning r.id, r.agent_id, r.kind, r.record_id, r.member_id, r.thread, r.is_asked, r.tries, o.tokens_held as held`,
    [id, TRIES, ctx.now()],
  )
  if (row?.held) await spend(ctx, row.held, { tokensIn: 0, tokensOut: 0 })
  return row && row.tries <= TRIES ? row : null
}
const silence = (ctx: Ctx, id: number) =>
  ctx.sql(`update ai.reply set status = 'silent', updated_at = $3 where community_id = $1 and id = $2 and status = 'waiting'`, [id, ctx.now()])

/** Null where one of them may not be here (any more), or the agent is not for who asks. */
async function castOf(house: Ctx, { agent_id, member_id }: ReplyRow): Promise<Cast | null> {
  const asker = await actingAs(house, member_id)
  const agent = asker && (await unlessRefused(agentFor(asker, agent_id), null))
  const speaker = agent?.member_id ? await actingAs(house, agent.member_id) : null
  // acts that an agent prepares are confirmed on its own page, and what they look up is for the asker's eyes alone
  return asker && agent && speaker ? { house, asker, speaker, agent: { ...agent, tools: [] } } : null
}
/** Whether nobody has said anything below the record. */
async function isUnanswered(ctx: Ctx, thread: string): Promise<boolean> {
  const { kind, id } = thingOf(thread)
  const days = (await ctx.use(content).activity(kind, [id], DAYS)).get(id) ?? []
  return days.every((comments) => comments === 0)
}
/** Whether all that the answer was made of may still be read by all who read it. */
async function holds({ asker, agent }: Cast, { bounds }: Stage, { found }: Plan): Promise<boolean> {
  const visible = new Set(await spacesFor(asker, agent.spaces))
  const within = bounds ? await sayable(found, bounds) : found
  const seen = await judged(asker, within)
  return within.length === found.length && found.every((one) => seen.has(one) && (one.spaceId === null || visible.has(one.spaceId)))
}

/** The way of asking that most is found for; people where either wants them. */
async function planOf({ asker, agent }: Cast, { questions, bounds }: Stage): Promise<Plan | null> {
  let best: Plan | null = null
  for (const { text, before } of questions) {
    const made = await plan(asker, agent, text, before, bounds)
    if (made.how === 'handed_over') return made
    if (!best || made.confidence > best.confidence) best = made
  }
  return best
}

/** Tells what a model writes, or quotes; null where the month's tokens are used. @throws what the model's server throws */
async function answerOf(ctx: Ctx, id: number, asker: Ctx, made: Plan): Promise<{ answer: Answer | null; held: number } | null> {
  const held = made.how === 'model' ? HELD : 0
  const begun = inWrite(ctx, async (inner) => {
    if (!held) return true
    await hold(inner, held)
    await inner.sql('update ai.reply set tokens_held = $3 where community_id = $1 and id = $2', [id, held])
    return true
  })
  if (!(await unlessRefused(begun, false))) return null
  let answer: Answer | null = null
  for await (const part of words(asker, made, new AbortController().signal)) if (part.type === 'answer') answer = part.answer
  return { answer, held }
}

/** The work of a job. No transaction is open while a model writes; a process that dies leaves the answer to the next try. */
export async function reply(ctx: Ctx, replyId: number): Promise<void> {
  const row = await inWrite(ctx, (inner) => take(inner, replyId))
  if (!row) return
  const cast = await castOf(ctx, row)
  const stage = cast && (await stageOf(cast, row))
  const made = stage && (await planOf(cast, stage))
  const isSure = made && (made.how === 'quotes' || made.how === 'model') && made.confidence >= SURE
  const given = made && (row.is_asked || isSure) ? await answerOf(ctx, replyId, cast.asker, made) : null
  const { answer = null, held = 0 } = given ?? {}
  await inWrite(ctx, async (inner) => {
    if (held) await spend(inner, held, answer ?? { tokensIn: 0, tokensOut: 0 })
    await inner.sql('update ai.reply set tokens_held = 0 where community_id = $1 and id = $2', [replyId])
    if (!answer || !made || (!row.is_asked && answer.outcome !== 'answered')) await silence(inner, replyId)
  })
  if (answer && made) await write(ctx, row, made, answer)
}

/** In one transaction, with the rights of this moment: where one was lost meanwhile, all begins anew with what may be said now. */
async function write(ctx: Ctx, row: ReplyRow, made: Plan, answer: Answer): Promise<void> {
  const written = inWrite(ctx, async (inner) => {
    const [mine] = await inner.sql(`select 1 from ai.reply where community_id = $1 and id = $2 and status = 'waiting' for update`, [row.id])
    if (!mine) return
    const cast = await castOf(inner, row)
    const stage = cast && (await stageOf(cast, row))
    if (!cast || !stage) return void (await silence(inner, row.id))
    if (!(await holds(cast, stage, made))) return inner.enqueue(replyJob, { replyId: row.id })
    if (!row.is_asked) {
      // of two agents that nobody has asked one speaks
      await lock(inner, `ai.late ${row.thread}`)
      if (!(await isUnanswered(inner, row.thread))) return void (await silence(inner, row.id))
    }
    const text = textOf(cast.asker, answer)
    const said = await stage.say(cast.speaker, bodyOf(cast.asker, text, answer.sources), `ai-reply-${row.id}`)
    await keep(inner, row, made, { ...answer, text }, said)
  })
  // comments that were closed, words that are not said here: nobody asks a second time
  try {
    await written
  } catch (error) {
    if (!isRefusal(error)) throw error
    ctx.log.info({ err: error, replyId: row.id }, 'an answer was refused')
    await inWrite(ctx, (inner) => silence(inner, row.id))
  }
}
/** What was asked and said, for figures and for those who look at how an agent does. */
async function keep(ctx: Ctx, row: ReplyRow, { agent, question, confidence }: Plan, answer: Answer, said: { kind: string; id: number }): Promise<void> {
  const { member_id: memberId } = row
  const [message] = await ctx.sql<{ id: number }>(
    `with talk as (
       insert into ai.conversation (community_id, agent_id, member_id, title, place, last_message_at, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $6, $6) returning id
     ), asked as (
       insert into ai.message (community_id, conversation_id, author, text, created_at, updated_at) select $1, id, 'person', $7, $6, $6 from talk returning conversation_id
     )
     insert into ai.message (community_id, conversation_id, author, text, outcome, is_extract, confidence, sources, tokens_in, tokens_out, created_at, updated_at)
     select $1, conversation_id, 'agent', $8, $9, $10, $11, $12::jsonb, $13, $14, $6, $6 from asked returning id`,
    [
      ...[agent.id, memberId, question.replace(/\s+/g, ' ').slice(0, TITLE), row.is_asked ? 'mention' : 'comment', ctx.now(), question],
      ...[answer.text, answer.outcome, answer.isExtract, confidence, JSON.stringify(answer.sources), answer.tokensIn, answer.tokensOut],
    ],
  )
  const messageId = message!.id
  await ctx.sql(`update ai.reply set status = 'said', message_id = $3, said_kind = $4, said_id = $5, updated_at = $6 where community_id = $1 and id = $2`, [
    row.id,
    messageId,
    said.kind,
    said.id,
    ctx.now(),
  ])
  await ctx.sql('update ai.agent set questions_count = questions_count + 1 where community_id = $1 and id = $2', [agent.id])
  await count(ctx, agent.id, { [answer.outcome]: 1, tokens: answer.tokensIn + answer.tokensOut })
  if (row.is_asked) ctx.emit(contract.events['question.asked'], { memberId, messageId, agentId: agent.id })
  if (answer.outcome === 'unanswered') ctx.emit(contract.events['question.unanswered'], { memberId, messageId, agentId: agent.id, question })
}

/** An answer as AI would write it, for whoever answers to change. Nothing is sent. */
import { AtriumError } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import ai from '../../../ai/contract.ts'
import { messagesBefore, needChat } from '../reads.ts'
import { personNameOf } from './present.ts'

const BEFORE = 20
const LETTERS = 2_000

const off = () => new AtriumError(404, 'ai_off', 'AI writing isn’t set up in this community.')

/** @throws AtriumError 404, `ai_off`; 422 where nobody has asked anything; 429 `ai_budget_used`, 502 `ai_failed` */
export async function draft(ctx: Ctx, id: number): Promise<string> {
  const chat = await needChat(ctx, id)
  if (!ctx.has(ai) || !(await ctx.use(ai).canWrite())) throw off()
  const rows = (await ctx.read(messagesBefore, [id, null, BEFORE, true])).reverse().filter(({ author, text }) => author !== 'system' && text !== '')
  if (!rows.some(({ author }) => author === 'person')) throw new AtriumError(422, 'nothing_to_answer', 'There’s nothing to reply to yet.')
  // names are words of strangers: they stand in the material, which is obeyed in nothing, and never in the task
  const person = personNameOf(ctx, chat)
  const text = rows.map((row) => `${row.author === 'person' ? `Person (${person})` : 'Team'}: ${row.text.slice(0, LETTERS)}`).join('\n\n')
  const task = [
    `Write the reply that the team of ${ctx.community.name} could send next to the person: friendly, to the point, without a signature`,
    'In the language in which the person writes; promise and claim nothing that the conversation does not hold, and ask where something is missing',
  ].join('\n')
  const written = await ctx.use(ai).write({ task, text, locale: ctx.locale })
  if (written === null) throw new AtriumError(502, 'ai_failed', 'The AI service didn’t respond. Try again.')
  return written
}

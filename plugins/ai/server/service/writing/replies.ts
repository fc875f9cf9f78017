/** Answers that a member could give in a conversation: proposed to them alone, kept nowhere, and sent by nobody but them. */
import { AtriumError, cut, z } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import chat from '../../../../chat/contract.ts'
import { placeOf } from '../../providers/model.ts'
import { cleaned } from '../answering/prompt.ts'
import { readBy } from '../knowledge/reading.ts'
import { MESSAGE_KIND } from '../places/asked.ts'
import { notSetUp, notWritten, write } from './write.ts'

/** Messages that are looked at, and letters of each. */
const BEFORE = 12
const LETTERS = 1_000
const REPLIES = 3
const REPLY_LETTERS = 400
const Told = z.array(z.string()).min(1)

function taskOf(name: string, locale: string): string {
  return [
    `Propose ${REPLIES} short answers that ${name} could send next in this conversation: different in what they say, friendly, each at most two sentences`,
    `In the language of the conversation, which may be another than ${locale}; promise and claim nothing that the conversation does not hold`,
    'Answer with JSON alone: ["first", "second", "third"]',
  ].join('\n')
}
function repliesIn(written: string): string[] {
  try {
    const told = Told.parse(JSON.parse(written.slice(written.indexOf('['), written.lastIndexOf(']') + 1)))
    return told
      .map((one) => cut(cleaned(one, 0).trim(), REPLY_LETTERS))
      .filter(Boolean)
      .slice(0, REPLIES)
  } catch {
    // no JSON, or another one: the asker is told that nothing was written
    return []
  }
}

/**
 * Out of what this member reads in the conversation, without the words of those who want nothing of theirs read.
 * @throws AtriumError 404, `ai_off`; 422 where there is nothing to answer; 429 `ai_budget_used`, 502 `ai_failed`
 */
export async function suggestReplies(ctx: Ctx, roomUuid: string): Promise<string[]> {
  if (!ctx.has(chat) || !placeOf(ctx)) throw notSetUp()
  const me = ctx.me()
  const mayBeRead = await readBy(ctx)
  const said = (await ctx.use(chat).latest(roomUuid, BEFORE)).filter(
    ({ memberId }) => memberId === me.id || mayBeRead({ kind: MESSAGE_KIND, spaceId: null, authorMemberId: memberId }),
  )
  const last = said.at(-1)
  if (!last || last.memberId === me.id) throw new AtriumError(422, 'nothing_to_answer', 'There’s nothing here that AI could suggest a reply to.')
  const replies = repliesIn(
    await write(ctx, {
      task: taskOf(me.name, ctx.locale),
      text: said.map(({ name, text }) => `${name}: ${text.slice(0, LETTERS)}`).join('\n\n'),
      locale: ctx.locale,
      maxTokens: 400,
    }),
  )
  if (replies.length === 0) throw notWritten()
  return replies
}

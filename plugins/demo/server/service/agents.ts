/** The studio's agent, what it was told beside what members have written, and what it was asked since. */
import type { Ctx } from '@atrium/sdk/server'
import ai from '../../../ai/contract.ts'
import content from '../../../content/contract.ts'
import { askJob, callJob } from '../jobs.ts'
import { asked, called, helper, questions, snippets, speaksIn } from './texts/agents.ts'
import type { SpaceKey } from './texts/types.ts'

/** Milliseconds until what was written is in the index of search, which agents follow. */
const INDEXED = 90_000

interface Around {
  admin: Ctx
  /** Of a post by its title; null where it is not there. */
  postId: (title: string) => number | null
  idOf: (key: string) => number
  spaceIds: ReadonlyMap<SpaceKey, number>
}
/** @returns the agent */
export async function addAgents({ admin, postId, idOf, spaceIds }: Around): Promise<number> {
  const service = admin.use(ai)
  const { words, ...fields } = helper
  const tools = ['find_events', 'rsvp', 'find_courses', 'join_course'].filter((key) => admin.fill(ai.points.tool).some(({ value }) => value.key === key))
  const agentId = await service.createAgent({
    ...fields,
    tone: 'plain',
    is_enabled: true,
    is_default: true,
    places: { ask: true, posts: true, rooms: true },
    spaces: Object.fromEntries(speaksIn.map((key) => [spaceIds.get(key)!, 'answer'])),
    tools,
    hand_over: { asked: true, unsure: true, words },
  })
  for (const snippet of snippets) await service.createSnippet(snippet)
  for (const { question, post, words: expected = [] } of questions) {
    const id = post === undefined ? null : postId(post)
    const card = id === null ? null : await admin.use(content).card('post', id)
    await service.createTestQuestion(agentId, {
      question,
      expected_path: card?.path ?? null,
      expected_words: expected,
      is_unanswerable: post === undefined && expected.length === 0,
    })
  }
  const later = { runAt: new Date(admin.now().getTime() + INDEXED) }
  await admin.enqueue(askJob, { agentId, asked: asked.map(({ by, ...rest }) => ({ memberId: idOf(by), ...rest })) }, later)
  const calls = called.flatMap(({ by, under, question }) => {
    const id = postId(under)
    return id === null ? [] : [{ memberId: idOf(by), postId: id, question }]
  })
  await admin.enqueue(callJob, { agentId, called: calls }, later)
  return agentId
}

/** Members ask, once what they ask about can be found. Each answer is written in a transaction of its own. */
export async function askAll(
  ctx: Ctx,
  { agentId, asked: all }: { agentId: number; asked: { memberId: number; question: string; rating?: 1 | -1 | undefined }[] },
) {
  if (!ctx.has(ai)) return
  for (const { memberId, question, rating } of all) await (await ctx.actAs(memberId)).use(ai).ask({ agentId, question, rating })
}
/** They call it by its name below posts. */
export async function callAll(
  ctx: Ctx,
  { agentId, called: all }: { agentId: number; called: { memberId: number; postId: number; question: string }[] },
): Promise<void> {
  const id = ctx.has(ai) ? await ctx.use(ai).memberOf(agentId) : null
  if (id === null) return
  const mention = { type: 'mention', attrs: { kind: 'member', id, label: helper.name } }
  for (const { memberId, postId, question } of all) {
    const doc = { type: 'doc', content: [{ type: 'paragraph', content: [mention, { type: 'text', text: ` ${question}` }] }] }
    await (await ctx.actAs(memberId)).use(content).comment({ kind: 'post', id: postId, doc })
  }
}

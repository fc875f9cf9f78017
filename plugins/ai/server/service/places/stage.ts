/** What is asked in a post, a comment or a conversation: the question, who reads the answer, and where it is written. */
import type { Ctx } from '@atrium/sdk/server'
import chat from '../../../../chat/contract.ts'
import content, { type JudgedRecord } from '../../../../content/contract.ts'
import spaces from '../../../../spaces/contract.ts'
import { MAX_QUESTION } from '../../../contract.ts'
import type { Agent } from '../agents.ts'
import type { Bounds } from '../knowledge/retrieve.ts'
import type { MessageRow } from '../messages.ts'
import { asks, sentencesOf } from '../sentences.ts'
import { MESSAGE_KIND } from './asked.ts'

export interface ReplyRow {
  id: number
  agent_id: number
  kind: string
  record_id: number
  member_id: number
  thread: string
  is_asked: boolean
}
/** Who speaks with whom, each with the rights of this moment. */
export interface Cast {
  /** In nobody's name. */
  house: Ctx
  asker: Ctx
  /** The agent's member. */
  speaker: Ctx
  agent: Agent
}
/** A way to put what is asked, and what was said before it. */
export interface Question {
  text: string
  before: Pick<MessageRow, 'author' | 'text'>[]
}
export interface Stage {
  /** What is asked, in one way or two: the sentences that ask alone, as what stands round them may have nothing to do with it, or all of it. */
  questions: Question[]
  /** Null where the asker alone reads the answer. */
  bounds: Bounds | null
  /** Writes the answer in the name of the agent's member. A second time with the same key answers the first. @throws AtriumError 403, 422 */
  say(speaker: Ctx, doc: object, key: string): Promise<{ kind: string; id: number }>
}
/** Letters of a question in which more than a call of the name stands. */
const SAID = /[\p{L}\p{N}]{3}/u

/** @param before of a talk between two */
function questionsOf(text: string, before: Question['before'] = []): Question[] {
  const whole = { text: text.slice(0, MAX_QUESTION), before }
  const asked = sentencesOf(text).filter(asks).join(' ').slice(0, MAX_QUESTION)
  return SAID.test(asked) && asked !== whole.text ? [{ text: asked, before: [...before, { author: 'person', text }] }, whole] : [whole]
}

/** `post:12` */
export function thingOf(thread: string): { kind: string; id: number } {
  const [kind, id] = thread.split(':') as [string, string]
  return { kind, id: Number(id) }
}
const wordsOf = ({ name, text }: Pick<JudgedRecord, 'name' | 'text'>): string => [name, text].filter(Boolean).join('\n')

/** What stands in the space, and in those that all read who may read along: any visitor, or any member. */
async function boundsOf(house: Ctx, reader: Ctx, spaceId: number | null, but: string): Promise<Bounds> {
  const [visitors, members] = await Promise.all((['visitor', 'member'] as const).map((anybody) => house.use(spaces).accessOf(anybody)))
  const isPublic = spaceId !== null && visitors!.canView(spaceId)
  const open = (isPublic ? visitors : members)!.visibleIds()
  return { spaceIds: new Set(spaceId === null ? open : [...open, spaceId]), addedTexts: isPublic ? 'public' : 'all', reader, but }
}

/** Null where there is nothing (any more) that these may read, or that can be answered. */
export async function stageOf(cast: Cast, row: ReplyRow): Promise<Stage | null> {
  const { house, asker, speaker, agent } = cast
  const { kind, record_id: id } = row
  const [own, heard] = [await asker.use(content).card(kind, id), await speaker.use(content).card(kind, id)]
  const [said] = await house.use(content).judged(kind, [id])
  if (!own || !heard || own.authorMemberId !== row.member_id || said?.state !== 'shown') return null
  const plain = (text: string) =>
    text
      .replaceAll(`@${agent.name}`, ' ')
      .replace(/[^\S\n]+/g, ' ')
      .trim()
  return kind === MESSAGE_KIND
    ? inRoom(cast, row, { said, plain, path: own.path, spaceId: own.spaceId })
    : inThread(cast, row, { said, plain, spaceId: own.spaceId })
}
interface Told {
  said: JudgedRecord
  plain: (text: string) => string
  spaceId: number | null
}
async function inThread({ house, speaker }: Cast, { kind, record_id: id, thread }: ReplyRow, { said, plain, spaceId }: Told): Promise<Stage | null> {
  const thing = thingOf(thread)
  const isThing = thing.kind === kind && thing.id === id
  const [card, [record]] = [await speaker.use(content).card(thing.kind, thing.id), await house.use(content).judged(thing.kind, [thing.id])]
  if (!card || !record || !(await speaker.use(content).mayComment(thing.kind, thing.id))) return null
  const own = plain(wordsOf(said))
  // a comment that only calls the agent asks what stands above it
  const question = SAID.test(own) ? own : plain(wordsOf(record))
  if (!SAID.test(question)) return null
  const comment = isThing ? null : await speaker.use(content).thread(thing.kind, thing.id).show(id)
  return {
    questions: questionsOf(question),
    bounds: await boundsOf(house, speaker, spaceId, card.path),
    async say(inner, doc, clientId) {
      const parentId = comment && (comment.parent_comment_id ?? comment.id)
      const made = await inner.use(content).comment({ ...thing, doc, parentId, clientId })
      return { kind: 'comment', id: made.id }
    },
  }
}
async function inRoom(
  { house, speaker }: Cast,
  { record_id: id, member_id }: ReplyRow,
  { said, plain, spaceId, path }: Told & { path: string },
): Promise<Stage | null> {
  const place = house.has(chat) ? await house.use(chat).placeOf(id) : null
  if (!place) return null
  const isDirect = place.kind === 'direct'
  const before = said.around.filter(({ isBefore }) => isBefore)
  const own = plain(said.text)
  const question = SAID.test(own) ? own : plain(before.at(-1)?.text ?? '')
  if (!SAID.test(question)) return null
  return {
    // among several, who said what before is no talk between two
    questions: questionsOf(
      question,
      isDirect ? before.map(({ authorMemberId, text }) => ({ author: authorMemberId === member_id ? 'person' : 'agent', text })) : [],
    ),
    bounds: isDirect ? null : await boundsOf(house, speaker, spaceId, path),
    async say(inner, doc, clientId) {
      const made = await inner.use(chat).send({ roomUuid: place.roomUuid, doc, parentId: place.parentId, clientId })
      return { kind: MESSAGE_KIND, id: made.id }
    },
  }
}

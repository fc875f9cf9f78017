/** Passages that answer a question, as far as its asker may read them at this moment. */
import type { Ctx } from '@atrium/sdk/server'
import content, { type ContentCard } from '../../../../content/contract.ts'
import spaces from '../../../../spaces/contract.ts'
import { type Found, SOURCE_KIND } from './found.ts'
import { asks, sentencesOf } from '../sentences.ts'
import { publicSources } from './sources.ts'
import { nearest } from './vectors.ts'
import { byWords } from './worded.ts'
import { repliesTo } from './replies.ts'

/** Passages that are left in the end, and of one record at most so many. */
const SHOWN = 8
/** Passages of which is asked whether they may be read. */
const JUDGED = 100
const OF_ONE_RECORD = 2
/** Of reciprocal rank fusion (Cormack, Clarke, Büttcher 2009). */
const RRF = 60

/** One order out of two, by the places in both. */
function merged(one: readonly Found[], other: readonly Found[]): Found[] {
  const points = new Map<number, { found: Found; points: number }>()
  for (const list of [one, other])
    list.forEach((found, place) => {
      const kept = points.get(found.id)
      points.set(found.id, {
        found: kept && kept.found.score > found.score ? kept.found : found,
        points: (kept?.points ?? 0) + 1 / (RRF + place),
      })
    })
  return [...points.values()].sort((a, b) => b.points - a.points).map(({ found }) => found)
}

/** Which of these the reader may read now, and how their records are called now: the plugin of each kind is asked, as by search. */
export async function judged(ctx: Ctx, found: readonly Found[]): Promise<Map<Found, Pick<ContentCard, 'title' | 'path'> | null>> {
  const known = new Map(
    ctx
      .use(content)
      .findable()
      .map((one) => [one.kind, one]),
  )
  const seen = new Map<Found, Pick<ContentCard, 'title' | 'path'> | null>()
  await Promise.all(
    [...Map.groupBy(found, ({ kind }) => kind)].map(async ([kind, of]) => {
      if (kind === SOURCE_KIND) for (const one of of) seen.set(one, null)
      const cards = await known.get(kind)?.judge([...new Set(of.map(({ recordId }) => recordId))])
      for (const one of of) if (cards?.has(one.recordId)) seen.set(one, cards.get(one.recordId)!)
    }),
  )
  return seen
}

/** Bounds beyond what the asker may read, where others read the answer too. */
export interface Bounds {
  spaceIds: ReadonlySet<number>
  /** Which texts that an admin added may be said. Whatever else stands in no space is not. */
  addedTexts: 'all' | 'public'
  /** May read it as well: a member without any right of their own. */
  reader: Ctx
  /** Address of what the question stands in, which does not answer itself; null where it stands in nothing. */
  but: string | null
}
/** Letters that a text must say beside what it asks: "I wonder." and "Please help!" answer nothing. */
const SAYS = 20
/** A text that only asks answers nobody: where people ask, others have asked the same. */
function onlyAsks({ text }: Found): boolean {
  const [asking, saying] = [sentencesOf(text).filter(asks), sentencesOf(text).filter((one) => !asks(one))]
  return asking.length > 0 && saying.join('').length < SAYS
}
/** Which of these may be said within these bounds, to people who have no other right than `bounds.reader`. */
export async function sayable(found: readonly Found[], { spaceIds, addedTexts, reader, but }: Bounds): Promise<Found[]> {
  const added = found.filter(({ kind, spaceId }) => spaceId === null && kind === SOURCE_KIND)
  const open =
    addedTexts === 'all'
      ? null
      : await publicSources(
          reader,
          added.map(({ recordId }) => recordId),
        )
  const within = found.filter((one) =>
    one.spaceId === null ? one.kind === SOURCE_KIND && (open === null || open.has(one.recordId)) : spaceIds.has(one.spaceId),
  )
  const seen = await judged(reader, within)
  const isOf = (path: string | null) => path !== null && but !== null && (path === but || (path.startsWith(but) && /^[?#/]/.test(path.slice(but.length))))
  return within.filter((one) => seen.has(one) && !isOf(seen.get(one)?.path ?? one.path))
}

/** Spaces that the reader sees and the agent may read. */
export async function spacesFor(ctx: Ctx, uses: Readonly<Record<string, string>>): Promise<number[]> {
  const access = await ctx.use(spaces).access()
  return access.visibleIds().filter((id) => uses[id] !== 'no')
}

/** With what was answered to it before the nearest, where that asks the same; where nothing was, one that only asks is left out. */
async function withReplies(ctx: Ctx, question: string, found: readonly Found[], bounds: Bounds | null): Promise<Found[]> {
  const [first, ...others] = found
  if (!first) return []
  const isRead = (await judged(ctx, [first])).has(first)
  const replies = isRead ? await repliesTo(ctx, question, first) : []
  const said = bounds ? await sayable(replies, bounds) : replies
  const own = new Set(said.map(({ id }) => id))
  return [...said, ...(onlyAsks(first) ? [] : [first]), ...others.filter(({ id }) => !own.has(id))]
}

export interface Retrieved {
  passages: Found[]
  /** 0 to 1: how much of the question the best of them hold together. */
  confidence: number
}
/**
 * The best passages for a question, all of which this reader may read.
 * @param uses the agent's spaces
 * @param vector of the question, where a model gives vectors
 * @param bounds where others than the reader read the answer
 */
export async function retrieve(
  ctx: Ctx,
  question: string,
  {
    uses,
    vector = null,
    limit = SHOWN,
    bounds = null,
  }: { uses: Readonly<Record<string, string>>; vector?: Float32Array | null; limit?: number; bounds?: Bounds | null },
): Promise<Retrieved> {
  const within = (await spacesFor(ctx, uses)).filter((id) => bounds === null || bounds.spaceIds.has(id))
  const [worded, near] = await Promise.all([byWords(ctx, question, within), vector ? nearest(ctx, vector, within) : []])
  // the nearest may be a question that others have answered
  const both = (near.length ? merged(worded, near) : worded).filter((one, place) => place === 0 || !onlyAsks(one))
  const all = await withReplies(ctx, question, bounds ? await sayable(both, bounds) : both, bounds)
  const seen = await judged(ctx, all.slice(0, JUDGED))
  const ofRecord = new Map<string, number>()
  const passages: Found[] = []
  for (const found of all) {
    const card = seen.get(found)
    if (card === undefined || passages.length === limit) continue
    const key = `${found.kind}:${found.recordId}`
    const count = ofRecord.get(key) ?? 0
    if (count === OF_ONE_RECORD) continue
    ofRecord.set(key, count + 1)
    passages.push(card ? { ...found, title: card.title, path: card.path } : found)
  }
  return { passages, confidence: Math.max(0, ...passages.slice(0, 3).map(({ score }) => score)) }
}

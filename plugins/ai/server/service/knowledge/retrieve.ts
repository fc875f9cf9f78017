/** Passages that answer a question, as far as its asker may read them at this moment. */
import { type Ctx, spelled } from '@atrium/sdk/server'
import content, { type ContentCard } from '../../../../content/contract.ts'
import spaces from '../../../../spaces/contract.ts'
import { type Found, type FoundRow as Row, SOURCE_KIND, toFound } from './found.ts'
import { asks, sentencesOf } from '../sentences.ts'
import { publicSources } from './sources.ts'
import { nearest } from './vectors.ts'

/** Passages that are judged, and those that are left in the end; of one record at most so many. */
const LOOKED_AT = 200
const SHOWN = 8
const OF_ONE_RECORD = 2
/** Words in more passages than this share are not looked for: they stand everywhere, and to fetch them takes seconds (200,000 passages: 1.8 s against 40 ms). */
const COMMON = 0.02
/** Below so many passages every word is looked for. */
const FEW = 2_000
/** Above it, words are looked for, the rarest first, as long as they stand in so many passages together: each of those is fetched to be ranked. */
const RANKED = 4_000
/**
 * "How do I get started?" has no word that is about anything: a passage that holds less than one rare word would is as likely about something else.
 * So much of its score is left. In fewer passages than these no word is known to be common.
 */
const VAGUE = 0.4
const JUDGED = 100
/** Words of a question that are looked for, the rarest first. */
const MOST_WORDS = 12
/** Of reciprocal rank fusion (Cormack, Clarke, Büttcher 2009). */
const RRF = 60

interface Word {
  word: string
  /** The word in use that is meant, where this one is in no passage. */
  near: string | null
  weight: number
  passages: number | null
}
const lexeme = (word: string): string => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
const termOf = ({ word, near }: Word): string => (near ? `(${lexeme(word)} | ${lexeme(near)})` : lexeme(word))

async function wordsOf(ctx: Ctx, question: string): Promise<{ words: Word[]; total: number }> {
  const rows = await ctx.sql<{ word: string; passages: number | null; near: string | null; near_passages: number | null; total: number }>(
    `select l.word, w.passages, n.word as near, n.passages as near_passages,
       coalesce((select passages_count from ai.reading where community_id = $1), 0)::int as total
     from unnest(tsvector_to_array(to_tsvector(kernel.search_language($1), $2))) as l (word)
     left join ai.word w on w.community_id = $1 and w.word = l.word
     left join lateral (
       select k.word, k.passages from ai.word k where k.community_id = $1 and w.word is null and length(l.word) > 3 and k.word % l.word
         and abs(length(k.word) - length(l.word)) <= greatest(1, length(l.word) / 4) and similarity(k.word, l.word) >= 0.4
       order by similarity(k.word, l.word) desc, k.passages desc limit 1
     ) n on true`,
    [spelled(question)],
  )
  const total = rows[0]?.total ?? 0
  const words = rows.map(({ word, passages, near, near_passages }) => {
    const standsIn = passages ?? near_passages
    return { word, near, passages: standsIn, weight: Math.log(1 + Math.max(total, 1) / Math.max(1, standsIn ?? 1)) + 0.1 }
  })
  return { words: words.sort((one, other) => other.weight - one.weight).slice(0, MOST_WORDS), total }
}
/** What is looked for: any of the rare words; where all are common, the rarest three together. */
function queryOf(words: readonly Word[], total: number): string {
  if (total < FEW) return words.map(termOf).join(' | ')
  let ranked = 0
  const rare = words.filter(({ passages }, i) => {
    ranked += passages ?? 0
    return i === 0 ? ranked <= COMMON * total : ranked <= RANKED
  })
  return rare.length ? rare.map(termOf).join(' | ') : words.slice(0, 3).map(termOf).join(' & ')
}

async function byWords(ctx: Ctx, question: string, spaceIds: readonly number[]): Promise<{ found: Found[]; whole: number }> {
  const { words, total } = await wordsOf(ctx, question)
  if (words.length === 0) return { found: [], whole: 0 }
  const whole = words.reduce((sum, { weight }) => sum + weight, 0)
  const rows = await ctx.sql<Row>(
    `select p.id, p.kind, p.record_id, p.space_id, p.author_member_id, p.title, p.path, p.text,
       (select coalesce(sum(k.weight), 0) from unnest($3::text[], $4::float8[]) as k (term, weight) where p.words @@ k.term::tsquery) as held,
       (select coalesce(sum(k.weight), 0) from unnest($5::text[], $4::float8[]) as k (term, weight) where p.words @@ k.term::tsquery) as titled
     from ai.passage p where p.community_id = $1 and p.id in (select kernel.text_matching($1, 'ai.passage', $2::tsquery, $6, $7))`,
    [
      queryOf(words, total),
      words.map(termOf),
      words.map(({ weight }) => weight),
      words.map(({ word, near }) => lexeme(`title:${near ?? word}`)),
      spaceIds,
      LOOKED_AT,
    ],
  )
  const order = (row: Row) => row.held + row.titled / 3
  const rare = total < JUDGED ? 0 : Math.log(1 + total)
  const scoreOf = ({ held }: Row) => (held / whole) * (held < rare ? VAGUE : 1)
  return { whole, found: rows.sort((one, other) => order(other) - order(one)).map((row) => toFound(row, scoreOf(row))) }
}

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
  const [{ found: worded }, near] = await Promise.all([byWords(ctx, question, within), vector ? nearest(ctx, vector, within) : []])
  const both = (near.length ? merged(worded, near) : worded).filter((one) => !onlyAsks(one))
  const all = bounds ? await sayable(both, bounds) : both
  const seen = await judged(ctx, all.slice(0, LOOKED_AT / 2))
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

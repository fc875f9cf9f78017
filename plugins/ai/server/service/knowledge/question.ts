/** What a question is about: its words, how much each of them says here, and topics that go by several names. */
import { type Ctx, spelled } from '@atrium/sdk/server'
import { bare, patternOf, phrasesOf } from './phrases.ts'

/** Words of a question that are looked for, the rarest first. */
const MOST_WORDS = 12
/** Letters of a word from which on a misspelled one is mended: "event" is none of "even". */
const MENDED = 6
/** What every newcomer asks, under whatever name it is written: `topic.<key>.asked` and `topic.<key>.titled` have them, `|` between two. */
const TOPICS = ['start', 'rules', 'about', 'introduce', 'ask'] as const

/** Asked for by one name, written under another. */
export interface Topic {
  /** How a title says it, and how a text does. */
  titles: readonly RegExp[]
  texts: readonly RegExp[]
  /** Words of each title by themselves, for the index. */
  named: readonly string[][]
  /** One word alone is looked for as any other too. */
  isPhrase: boolean
}
export interface Word {
  word: string
  /** The word in use that is meant, where this one is in no passage. */
  near: string | null
  weight: number
  passages: number | null
  topic: Topic | null
}
export interface Asked {
  words: Word[]
  /** Passages of the community when words were counted last. */
  total: number
  topics: Topic[]
}

/** Topics that the question names, each with the words of the question that it stands for. */
async function topicsOf(ctx: Ctx, question: string): Promise<{ topic: Topic; covered: string[] }[]> {
  const said = bare(question)
  const named = TOPICS.flatMap((key) => {
    const asked = phrasesOf(ctx, `topic.${key}.asked`)
    const phrases = asked.filter((one) => patternOf(one).test(said))
    return phrases.length ? [{ asked, phrases, titled: phrasesOf(ctx, `topic.${key}.titled`) }] : []
  })
  if (named.length === 0) return []
  const all = named.flatMap(({ phrases, titled }) => [phrases.join(' '), ...titled])
  const rows = await ctx.sql<{ words: string[]; plain: string[] }>(
    `select tsvector_to_array(to_tsvector(kernel.search_language($1), p.phrase)) as words, tsvector_to_array(to_tsvector('kernel.simple', p.phrase)) as plain
     from unnest($2::text[]) with ordinality as p (phrase, at) order by p.at`,
    [all.map(spelled)],
  )
  return named.map(({ asked, phrases, titled }) => {
    const [own, ...others] = rows.splice(0, 1 + titled.length)
    const topic = {
      titles: titled.map(patternOf),
      texts: [...asked, ...titled.filter((one) => !one.endsWith('.'))].map(patternOf),
      named: others.map(({ plain }) => plain).filter(({ length }) => length > 0),
      isPhrase: phrases.every((phrase) => /\s/.test(phrase)),
    }
    return { topic, covered: own!.words }
  })
}

interface Row {
  word: string
  passages: number | null
  near: string | null
  near_passages: number | null
  total: number
}
/** Its words, the rarest first. Those that name the community itself say nothing in it, where others are left. */
export async function askedOf(ctx: Ctx, question: string): Promise<Asked> {
  const [topics, rows] = [
    await topicsOf(ctx, question),
    await ctx.sql<Row & { is_here: boolean }>(
      `select l.word, w.passages, n.word as near, n.passages as near_passages, l.word = any (tsvector_to_array(to_tsvector(kernel.search_language($1), $3))) as is_here,
         coalesce((select passages_count from ai.reading where community_id = $1), 0)::int as total
       from unnest(tsvector_to_array(to_tsvector(kernel.search_language($1), $2))) as l (word)
       left join ai.word w on w.community_id = $1 and w.word = l.word
       left join lateral (
         select k.word, k.passages from ai.word k where k.community_id = $1 and w.word is null and length(l.word) >= ${MENDED} and k.word % l.word
           and abs(length(k.word) - length(l.word)) <= greatest(1, length(l.word) / 4) and similarity(k.word, l.word) >= 0.4
         order by similarity(k.word, l.word) desc, k.passages desc limit 1
       ) n on true`,
      [spelled(question), phrasesOf(ctx, 'topic.here').join(' ')],
    ),
  ]
  const total = rows[0]?.total ?? 0
  const known = topics.filter(({ covered }) => rows.some(({ word }) => covered.includes(word)))
  const topicOf = (word: string) => known.find(({ covered }) => covered.includes(word))?.topic ?? null
  const telling = rows.filter(({ word, is_here }) => !is_here || topicOf(word))
  const words = (telling.length ? telling : rows).map(({ word, passages, near, near_passages }) => {
    const standsIn = passages ?? near_passages
    return { word, near, passages: standsIn, weight: Math.log(1 + Math.max(total, 1) / Math.max(1, standsIn ?? 1)) + 0.1, topic: topicOf(word) }
  })
  return { words: words.sort((one, other) => other.weight - one.weight).slice(0, MOST_WORDS), total, topics: known.map(({ topic }) => topic) }
}

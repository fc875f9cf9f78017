/** Passages that hold the words of a question: together in a sentence or two, or in the title, not here and there in a long text. */
import { type Ctx, spelled } from '@atrium/sdk/server'
import { piecesOf } from '../answering/pieces.ts'
import { fitOf, isIn, says, weightOf } from './fit.ts'
import { type Found, type FoundRow as Row, toFound } from './found.ts'
import { type Asked, askedOf, type Word } from './question.ts'

/** Passages that are fetched, and those of them whose sentences are looked at. */
const LOOKED_AT = 200
const READ = 48
/** Words in more passages than this share are not looked for: they stand everywhere, and to fetch them takes seconds (200,000 passages: 1.8 s against 40 ms). */
const COMMON = 0.02
/** Below so many passages every word is looked for. */
const FEW = 2_000
/** Above it, words are looked for, the rarest first, as long as they stand in so many passages together: each of those is fetched to be ranked. */
const RANKED = 4_000

const lexeme = (word: string): string => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
const termOf = ({ word, near }: Word): string => (near ? `(${lexeme(word)} | ${lexeme(near)})` : lexeme(word))

/** What is looked for: any of the rare words; where all are common, the rarest three together. */
function queryOf({ words, total }: Asked): string {
  if (total < FEW) return words.map(termOf).join(' | ')
  let ranked = 0
  const rare = words.filter(({ passages }, i) => {
    ranked += passages ?? 0
    return i === 0 ? ranked <= COMMON * total : ranked <= RANKED
  })
  return rare.length ? rare.map(termOf).join(' | ') : words.slice(0, 3).map(termOf).join(' & ')
}
/** Titles that name a topic of the question. Null where it has none. */
const titlesOf = ({ topics }: Asked): string | null =>
  topics.flatMap(({ named }) => named.map((title) => `(${title.map((word) => lexeme(`title:${word}`)).join(' & ')})`)).join(' | ') || null

async function candidates(ctx: Ctx, asked: Asked, spaceIds: readonly number[]): Promise<Row[]> {
  const { words } = asked
  const rows = await ctx.sql<Row>(
    `select p.id, p.kind, p.record_id, p.space_id, p.author_member_id, p.title, p.path, p.text,
       (select coalesce(sum(k.weight), 0) from unnest($3::text[], $4::float8[]) as k (term, weight) where p.words @@ k.term::tsquery) as held,
       (select coalesce(sum(k.weight), 0) from unnest($5::text[], $4::float8[]) as k (term, weight) where p.words @@ k.term::tsquery) as titled
     from ai.passage p where p.community_id = $1 and (p.id in (select kernel.text_matching($1, 'ai.passage', $2::tsquery, $6, $7))
       or $8::text is not null and p.id in (select kernel.text_matching($1, 'ai.passage', $8::tsquery, $6, $7)))`,
    [
      queryOf(asked),
      words.map(termOf),
      words.map(({ weight }) => weight),
      words.map(({ word, near }) => lexeme(`title:${near ?? word}`)),
      spaceIds,
      LOOKED_AT,
      titlesOf(asked),
    ],
  )
  const whole = words.reduce((all, { weight }) => all + weight, 0)
  const order = ({ held, titled, title }: Row) => held + titled / 3 + (asked.topics.some((topic) => says(topic.titles, title)) ? whole : 0)
  return rows.sort((one, other) => order(other) - order(one))
}

/** The words of these texts as the index has them. */
export async function lexemesOf(ctx: Ctx, texts: readonly string[]): Promise<Set<string>[]> {
  const rows = await ctx.sql<{ words: string[] }>(
    `select tsvector_to_array(to_tsvector(kernel.search_language($1), t.text)) as words from unnest($2::text[]) with ordinality as t (text, at) order by t.at`,
    [texts.map(spelled)],
  )
  return rows.map(({ words }) => new Set(words))
}

export async function byWords(ctx: Ctx, question: string, spaceIds: readonly number[]): Promise<Found[]> {
  const asked = await askedOf(ctx, question)
  if (asked.words.length === 0) return []
  const rows = (await candidates(ctx, asked, spaceIds)).slice(0, READ)
  const pieces = rows.map(({ text }) => piecesOf(text))
  const words = await lexemesOf(ctx, [...rows.map(({ title }) => title), ...pieces.flatMap((some) => some.map(({ text }) => text))])
  const titles = words.splice(0, rows.length)
  return rows
    .map((row, i) => toFound(row, fitOf(asked, { text: row.title, words: titles[i]! }, pieces[i]!, words.splice(0, pieces[i]!.length))))
    .sort((one, other) => other.strength - one.strength)
}

/** 0 to 1 for each text: how much of the question it holds. */
export async function byShare(ctx: Ctx, question: string, texts: readonly string[]): Promise<number[]> {
  if (texts.length === 0) return []
  const { words } = await askedOf(ctx, question)
  const whole = weightOf(words)
  return (await lexemesOf(ctx, texts)).map((own) => (whole ? weightOf(words.filter((word) => isIn(word, own))) / whole : 0))
}

/** Conversations by what was said in them, by their subjects, and by who asks. */
import { type Ctx, decodeCursor, excerptOf, type Paging, page, rowsFor } from '@atrium/sdk/server'
import { chatsFrom, type ChatRow } from '../reads.ts'
import { presentChats } from './present.ts'

/** Messages, subjects and people that are looked at, the best first. */
const MESSAGES = 300
const SUBJECTS = 100
const PEOPLE = 50
const MOST_WORDS = 12
/** The latest rows that are looked at for how common the words are; where so many of them have them, the index would rank too much, and the latest are walked. */
const SAMPLE = 5_000
const COMMON = 25
const WALKED = 60_000
/** Letters before the first word that was found, and of the whole excerpt. */
const BEFORE = 60
const EXCERPT = 200

const lexeme = (word: string): string => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
/** All of the words; the last one may be unfinished. Null where there is none. */
async function queryOf(ctx: Ctx, text: string): Promise<{ query: string; words: string[] } | null> {
  const rows = await ctx.sql<{ word: string }>(
    `select l.lexeme as word from unnest(to_tsvector('simple', $2)) l where $1::bigint is not null order by l.positions[1] limit ${MOST_WORDS}`,
    [text],
  )
  const words = rows.map(({ word }) => word)
  if (words.length === 0) return null
  return { words, query: words.map((word, i) => lexeme(word) + (i === words.length - 1 ? ':*' : '')).join(' & ') }
}
/** Rows that have the words: the best, or of common words the latest. */
async function matching(ctx: Ctx, table: 'inbox.message' | 'inbox.chat' | 'inbox.person', query: string, most: number): Promise<number[]> {
  const latest = (walked: number, limit: number) =>
    ctx.sql<{ id: number }>(
      `select r.id from (select m.id, m.words from ${table} m where m.community_id = $1 order by m.id desc limit ${walked}) r
       where r.words @@ $2::tsquery order by r.id desc limit ${limit}`,
      [query],
    )
  const isCommon = (await latest(SAMPLE, COMMON)).length === COMMON
  const rows = isCommon
    ? await latest(WALKED, most)
    : await ctx.sql<{ id: number }>(`select kernel.text_matching($1, '${table}', $2::tsquery, '{}', ${most}) as id`, [query])
  return rows.map(({ id }) => id)
}
/** Where the words stand, or where the text begins. */
function excerpt(text: string, words: readonly string[]): string {
  const small = text.toLowerCase()
  const at = Math.min(...words.map((word) => small.indexOf(word)).filter((place) => place >= 0), text.length)
  const from = at === text.length || at < BEFORE ? 0 : text.lastIndexOf(' ', at - BEFORE / 2) + 1
  return (from > 0 ? '…' : '') + excerptOf(text.slice(from), EXCERPT)
}

interface Hit extends ChatRow {
  said: string | null
}
export async function search(ctx: Ctx, query: Paging & { text: string }) {
  const asked = await queryOf(ctx, query.text)
  const [at = null, id = null] = decodeCursor(query.cursor, ['number', 'number']) ?? []
  const said = asked ? await matching(ctx, 'inbox.message', asked.query, MESSAGES) : []
  const called = asked ? await matching(ctx, 'inbox.person', asked.query, PEOPLE) : []
  const titled = asked ? await matching(ctx, 'inbox.chat', asked.query, SUBJECTS) : []
  const rows = await ctx.sql<Hit>(
    `with found as (select chat_id, max(message_id) as message_id from (
       select m.chat_id, m.id as message_id from inbox.message m where m.community_id = $1 and m.id = any ($2::bigint[])
       union all select c.id, null from inbox.chat c where c.community_id = $1 and (c.person_id = any ($3::bigint[]) or c.id = any ($7::bigint[]))) every group by chat_id)
     ${chatsFrom('from found f join inbox.chat c on c.community_id = $1 and c.id = f.chat_id left join inbox.message m on m.community_id = $1 and m.id = f.message_id', ', left(m.text, 10000) as said')}
     where c.status <> 'draft' and ($4::float8 is null or (c.last_message_at, c.id) < (to_timestamp($4 / 1000), $5::bigint))
     order by c.last_message_at desc, c.id desc limit $6`,
    [said, called, at, id, rowsFor(query), titled],
  )
  const found = page(rows, { query, key: (row) => [row.last_message_at.getTime(), row.id] }, (row) => row)
  const shown = await presentChats(ctx, found.records)
  return {
    ...found,
    records: shown.map((chat, i) => ({ ...chat, excerpt: found.records[i]!.said === null ? chat.preview : excerpt(found.records[i]!.said!, asked!.words) })),
  }
}

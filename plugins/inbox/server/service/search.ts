/** Conversations by what was said in them, and by who asks. */
import { type Ctx, decodeCursor, excerptOf, type Paging, page, rowsFor } from '@atrium/sdk/server'
import { chatsFrom, type ChatRow } from '../reads.ts'
import { presentChats } from './present.ts'

/** Messages and people that are looked at, the best first. */
const MESSAGES = 300
const PEOPLE = 50
const MOST_WORDS = 12
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
  const rows = asked
    ? await ctx.sql<Hit>(
        `with said as (
           select m.chat_id, max(m.id) as message_id from inbox.message m where m.community_id = $1
             and m.id in (select kernel.text_matching($1, 'inbox.message', $2::tsquery, '{}', ${MESSAGES})) group by m.chat_id
         ), called as (
           select c.id as chat_id, null::bigint as message_id from inbox.chat c where c.community_id = $1
             and c.person_id in (select kernel.text_matching($1, 'inbox.person', $2::tsquery, '{}', ${PEOPLE}))
         ), found as (select chat_id, max(message_id) as message_id from (select * from said union all select * from called) every group by chat_id)
         ${chatsFrom('from found f join inbox.chat c on c.community_id = $1 and c.id = f.chat_id left join inbox.message m on m.community_id = $1 and m.id = f.message_id', ', left(m.text, 10000) as said')}
         where c.status <> 'draft' and ($3::float8 is null or (c.last_message_at, c.id) < (to_timestamp($3 / 1000), $4::bigint))
         order by c.last_message_at desc, c.id desc limit $5`,
        [asked.query, at, id, rowsFor(query)],
      )
    : []
  const found = page(rows, { query, key: (row) => [row.last_message_at.getTime(), row.id] }, (row) => row)
  const shown = await presentChats(ctx, found.records)
  return {
    ...found,
    records: shown.map((chat, i) => ({ ...chat, excerpt: found.records[i]!.said === null ? chat.preview : excerpt(found.records[i]!.said!, asked!.words) })),
  }
}

/** Texts in pieces that answer a question each, and how they are kept. */
import { type Ctx, spelled } from '@atrium/sdk/server'

/** Letters of a passage: some 90 to 180 words, as much as is quoted at once. */
const LENGTH = 900
/** Letters that a passage repeats of the one before, so that a sentence at its edge is whole in one of them. */
const OVERLAP = 120
/** Letters of one text that are read, and passages of it: longer ones are files of data. */
const MOST_LETTERS = 400_000
export const MOST_PASSAGES = 600

const ENDS = /[.!?。！？…]["”’)]*\s/g
/** Ends of paragraphs first, then of sentences, then of words; what announces a list stays with it. */
function cutAt(text: string, from: number, until: number): number {
  const window = text.slice(from, until)
  for (const end of [/(?<![:：])\n\s*\n/g, /(?<![:：])\n/g, ENDS, /\s/g]) {
    let last = -1
    for (const found of window.matchAll(end)) last = found.index + found[0].length
    if (last > LENGTH / 3) return from + last
  }
  return until
}

/** Where the passage after one that ends at `end` begins: a little before, at a line or a sentence, else at a word. */
function beginOf(text: string, from: number, end: number): number {
  const back = text.slice(from, end)
  const starts = [/\n\s*(?=\S)/g, ENDS]
    .flatMap((each) => [...back.matchAll(each)].map((found) => found.index + found[0].length))
    .filter((at) => at < back.length)
  if (starts.length > 0) return from + Math.min(...starts)
  if (/\s$/.test(back) && [/\n\s*$/, /[.!?。！？…]["”’)]*\s$/].some((each) => each.test(back))) return end
  return from + (back.search(/\s\S/) + 1 || back.length)
}

/** @returns passages of at most 900 letters, in their order; none of an empty text */
export function passagesOf(text: string): string[] {
  const whole = text
    .slice(0, MOST_LETTERS)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  const passages: string[] = []
  let from = 0
  while (from < whole.length && passages.length < MOST_PASSAGES) {
    const rest = whole.length - from
    const end = rest <= LENGTH * 1.2 ? whole.length : cutAt(whole, from, from + LENGTH)
    const passage = whole.slice(from, end).trim()
    if (passage) passages.push(passage)
    if (end === whole.length) break
    from = beginOf(whole, Math.max(from + 1, end - OVERLAP), end)
  }
  return passages
}

export interface Text {
  kind: string
  recordId: number
  spaceId?: number | null
  authorMemberId?: number | null
  title: string
  path?: string | null
  text: string
}
/** Keeps the passages of these texts in place of what was kept of them. One statement each for what goes and what comes. @returns how many there are now */
export async function keepPassages(ctx: Ctx, texts: readonly Text[]): Promise<number> {
  if (texts.length === 0) return 0
  await forgetPassages(ctx, texts)
  const rows = texts.flatMap(({ kind, recordId, spaceId = null, authorMemberId = null, title, path = null, text }) => {
    const passages = passagesOf(text)
    // a title alone says something too
    return (passages.length || !title ? passages : ['']).map((passage, position) => ({
      ...{
        kind,
        record_id: recordId,
        space_id: spaceId,
        author_member_id: authorMemberId,
        title: title.slice(0, 300),
        path,
        text: passage,
        position,
        spelled_title: spelled(title),
        spelled_text: spelled(passage),
      },
    }))
  })
  await ctx.sql(
    `insert into ai.passage (community_id, kind, record_id, position, space_id, author_member_id, title, path, text, words, created_at, updated_at)
     select $1, r.kind, r.record_id, r.position, r.space_id, r.author_member_id, r.title, r.path, r.text, kernel.search_words(kernel.search_language($1), r.spelled_title, r.spelled_text), $3, $3
     from jsonb_to_recordset($2::jsonb) as r (kind text, record_id bigint, position int, space_id bigint, author_member_id bigint, title text, path text, text text, spelled_title text, spelled_text text)`,
    [JSON.stringify(rows).replaceAll('\\u0000', ''), ctx.now()],
  )
  return rows.length
}
export const forgetPassages = (ctx: Ctx, records: readonly Pick<Text, 'kind' | 'recordId'>[]) =>
  ctx.sql(
    `delete from ai.passage p using jsonb_to_recordset($2::jsonb) as r (kind text, record_id bigint)
     where p.community_id = $1 and p.kind = r.kind and p.record_id = r.record_id`,
    [JSON.stringify(records.map(({ kind, recordId }) => ({ kind, record_id: recordId })))],
  )

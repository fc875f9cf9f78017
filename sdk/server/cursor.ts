/** Paging by key: turning the last row of a page into an opaque cursor and back. */
import { sentence } from '../core/sentences.ts'
import { AtriumError } from '../core/errors.ts'

/** Packs the sort key of the last row. */
export const encodeCursor = (key: (string | number | null)[]): string => Buffer.from(JSON.stringify(key)).toString('base64url')

/** Milliseconds that a date can hold; no id is larger. */
const LARGEST = 8.64e15
const isPart = (part: unknown, shape: 'string' | 'number') => typeof part === shape && (typeof part !== 'number' || Math.abs(part) <= LARGEST)

/**
 * The sort key in a cursor, or null when there is none.
 * @param shape the type of each part; anything else is refused with 422, so that parts can be bound as they are.
 */
export function decodeCursor(cursor: string | undefined, shape: ('string' | 'number')[]): (string | number)[] | null {
  if (!cursor) return null
  try {
    const key = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
    if (Array.isArray(key) && key.length === shape.length && key.every((part, i) => isPart(part, shape[i]!))) return key as (string | number)[]
  } catch {}
  throw new AtriumError(422, 'invalid_input', 'This page cursor isn’t valid.', { details: { cursor: ['invalid'] } })
}

/** What a list was asked for: the values of `paging`. */
export interface Paging {
  page: number
  per_page: number
  cursor?: string
}
/** The id after which a list by id goes on; null at its beginning. @throws AtriumError 422 like `decodeCursor` */
export const lastId = ({ cursor }: Pick<Paging, 'cursor'>): number | null => (decodeCursor(cursor, ['number'])?.[0] as number | undefined) ?? null
/** Rows that a page may lie behind the beginning; beyond them the cursor is the way. */
const DEEPEST = 2_000
/** Rows before the page: a cursor begins at its page, a number counts from the beginning. */
const skipped = ({ page, per_page, cursor }: Paging): number => (cursor ? 0 : (page - 1) * per_page)

/**
 * How many rows a list by key asks for: its page, the pages before it where it is named by number, and one row more, which
 * tells whether others follow. `page()` leaves out what lies before.
 * @throws AtriumError 422 for a page number that lies too deep
 */
export function rowsFor(query: Paging): number {
  const rows = skipped(query) + query.per_page
  if (rows > DEEPEST) {
    const message = sentence('Page numbers only work for the first {max} records. Use next_cursor after that.', { max: DEEPEST })
    throw new AtriumError(422, 'invalid_input', message, { details: { page: [message] } })
  }
  return rows + 1
}

/**
 * The list envelope from `rowsFor(query)` rows.
 * @param key the sort key of a row, for the cursor
 * @param count all records that match, where it is known without counting
 */
export function page<Row, Out>(
  rows: Row[],
  { query, key, count = null }: { query: Paging; key: (row: Row) => (string | number | null)[]; count?: number | null },
  present: (row: Row) => Out,
) {
  const end = skipped(query) + query.per_page
  const more = rows.length > end
  const shown = rows.slice(skipped(query), end)
  return {
    page: query.page,
    per_page: query.per_page,
    has_next_page: more,
    count,
    page_count: shown.length,
    next_cursor: more ? encodeCursor(key(shown.at(-1)!)) : null,
    records: shown.map(present),
  }
}

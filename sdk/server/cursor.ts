/** Paging by key: turning the last row of a page into an opaque cursor and back. */
import { AtriumError } from '../core/errors.ts'

/** Packs the sort key of the last row. */
export const encodeCursor = (key: (string | number | null)[]): string => Buffer.from(JSON.stringify(key)).toString('base64url')

/**
 * The sort key in a cursor, or null when there is none.
 * @param shape the type of each part; anything else is refused with 422, so that parts can be bound as they are.
 */
export function decodeCursor(cursor: string | undefined, shape: ('string' | 'number')[]): (string | number)[] | null {
  if (!cursor) return null
  try {
    const key = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
    if (Array.isArray(key) && key.length === shape.length && key.every((part, i) => typeof part === shape[i])) return key as (string | number)[]
  } catch {}
  throw new AtriumError(422, 'invalid_input', 'This page marker is not valid.', { details: { cursor: ['invalid'] } })
}

/**
 * The list envelope from `perPage + 1` rows: the extra row tells whether more follow.
 * @param key the sort key of a row, for the cursor
 */
export function page<Row, Out>(
  rows: Row[],
  options: { page: number; perPage: number; key: (row: Row) => (string | number | null)[]; count?: number | null },
  present: (row: Row) => Out,
) {
  const more = rows.length > options.perPage
  const shown = more ? rows.slice(0, options.perPage) : rows
  return {
    page: options.page,
    per_page: options.perPage,
    has_next_page: more,
    count: options.count ?? null,
    page_count: shown.length,
    next_cursor: more ? encodeCursor(options.key(shown[shown.length - 1]!)) : null,
    records: shown.map(present),
  }
}

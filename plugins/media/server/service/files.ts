/** The list of files for those who manage them, and their removal. */
import type { RouteParsed } from '@atrium/sdk'
import { type Ctx, decodeCursor, isRefusal, page, rowsFor } from '@atrium/sdk/server'
import type media from '../../contract.ts'
import { type FileRow, listFiles } from '../reads.ts'
import { kindOf } from './transcodings.ts'

type Query = RouteParsed<typeof media.routes.files>['query']

/** `public:post:12` is a post; `avatar:7` and the like have a kind and no page. */
const usage = ({ used_by, title, path }: FileRow) => used_by && { kind: used_by.replace(/^public:/, '').split(/[:.]/)[0]!, title, path }

export async function list(ctx: Ctx, query: Query) {
  const { sort } = query
  const rows = await listFiles(ctx, {
    text: query.search_text || null,
    kind: query.kind ?? null,
    memberId: query.member_id ?? null,
    used: query.used ? query.used === 'yes' : null,
    sort,
    after: decodeCursor(query.cursor, sort === 'largest' ? ['number', 'number'] : ['number']) as number[] | null,
    limit: rowsFor(query),
  })
  return page(rows, { query, key: (row) => (sort === 'largest' ? [row.bytes, row.id] : [row.id]) }, (row) => ({
    id: row.id,
    filename: row.filename,
    content_type: row.content_type,
    byte_size: row.byte_size,
    derived_bytes: row.derived_bytes,
    url: ctx.files.url(row, 'original'),
    thumb_url: row.has_thumb ? ctx.files.url(row, 'thumb') : null,
    used_by: row.used_by,
    used_in: usage(row) || null,
    transcoding: kindOf(row.content_type) && { status: row.status ?? ('none' as const), progress: row.progress ?? 0, reason: row.reason },
    member: row.member_id === null ? null : { id: row.member_id, name: row.member_name! },
    created_at: row.created_at,
  }))
}

/** @throws AtriumError 404 */
export async function remove(ctx: Ctx, fileId: number): Promise<void> {
  await ctx.files.remove(fileId)
  await ctx.audit('file.deleted', `file:${fileId}`)
}
/** Returns how many were there. */
export async function removeMany(ctx: Ctx, ids: number[]): Promise<number> {
  let removed = 0
  for (const fileId of new Set(ids))
    try {
      await remove(ctx, fileId)
      removed++
    } catch (error) {
      if (!isRefusal(error, 404)) throw error
    }
  return removed
}

/** The one API of search, for all content of all plugins: documents in, hits out (functions of migration 0002). */
import type { SearchApi } from '@atrium/sdk/server'
import { prepared } from './pools.ts'
import type { Unit } from './unit.ts'

const MOST = 100
const PUT = `insert into kernel.search_document (community_id, kind, record_id, space_id, title, body, path, updated_at, words)
  values ($1, $2, $3, $4, $5, $6, $7, $8, kernel.search_words(kernel.search_language($1), $5, $6))
  on conflict (community_id, kind, record_id) do update set
    space_id = excluded.space_id, title = excluded.title, body = excluded.body, path = excluded.path, updated_at = excluded.updated_at, words = excluded.words`
const REMOVE = 'delete from kernel.search_document where community_id = $1 and kind = $2 and record_id = $3'
const FIND = `select kind, record_id as "recordId", space_id as "spaceId", title, path, updated_at as "updatedAt", excerpt from kernel.search($1, $2, $3, $4, $5)`

/** PostgreSQL takes every character but this one. */
const clean = (text: string) => text.replaceAll('\0', '')

export const searchApi = (unit: Unit): SearchApi => ({
  put({ kind, recordId, spaceId, title, body, path, updatedAt }) {
    unit.atCommit(() => prepared(PUT, [unit.communityId, kind, recordId, spaceId, clean(title), clean(body), path, updatedAt]))
  },
  remove(kind, recordId) {
    unit.atCommit(() => prepared(REMOVE, [unit.communityId, kind, recordId]))
  },
  find: ({ text, kinds, spaceIds, limit = 20 }) => unit.sql(FIND, [clean(text), kinds ?? null, spaceIds, Math.min(Math.max(limit, 1), MOST)]),
})

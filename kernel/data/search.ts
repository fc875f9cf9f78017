/** The one API of search, for all content of all plugins: documents in, hits out (functions of migrations 0002 and 0014). */
import { asked, legible, type SearchApi, type SearchHit, spelled } from '@atrium/sdk/server'
import { prepared } from './pools.ts'
import type { Unit } from './unit.ts'

type Excerpt = Awaited<ReturnType<SearchApi['excerpts']>>[number]
const MOST = 200
const PUT = 'select kernel.search_put($1, $2)'
const DESCRIBE = 'select kernel.search_describe($1, $2, $3, $4)'
const REMOVE = `delete from kernel.search_document where community_id = $1 and ((kind = $2 and record_id = $3) or part_of = $2 || ':' || $3)`
const SWEEP = `delete from kernel.search_document where community_id = $1 and put_at < $3 and (kind = $2 or split_part(part_of, ':', 1) = $2)`
const FIND = `select kind, record_id as "recordId", space_id as "spaceId", author_member_id as "authorMemberId", title, path, created_at as "createdAt", updated_at as "updatedAt", is_close as "isClose" from kernel.search($1, $2)`
const EXCERPTS = 'select kind, record_id as "recordId", title, excerpt from kernel.search_excerpts($1, $2, $3)'

/** PostgreSQL takes every character but this one, and no half of a pair. */
const json = (value: object) => JSON.stringify(value, (_, part) => (typeof part === 'string' ? part.replaceAll('\0', '').toWellFormed() : part))

export const searchApi = (unit: Unit): SearchApi => ({
  put: (document) =>
    unit.atCommit(() => prepared(PUT, [unit.communityId, json({ ...document, title: spelled(document.title), body: spelled(document.body) })])),
  describe: (kind, recordId, body) => unit.atCommit(() => prepared(DESCRIBE, [unit.communityId, kind, recordId, spelled(body.replaceAll('\0', ''))])),
  remove: (kind, recordId) => unit.atCommit(() => prepared(REMOVE, [unit.communityId, kind, recordId])),
  sweep: (kind, before) => unit.atCommit(() => prepared(SWEEP, [unit.communityId, kind, before])),
  find: async ({ limit = 20, ...ask }) => (await unit.sql<SearchHit>(FIND, [json({ ...asked(ask), limit: Math.min(Math.max(limit, 1), MOST) })])).map(legible),
  excerpts: async (ask, hits) =>
    (await unit.sql<Excerpt>(EXCERPTS, [json(asked(ask)), json(hits.map(({ kind, recordId }) => ({ kind, recordId })))])).map(legible),
})

/** Reads on in the index of search from where it stopped, so that what is written now is known a minute later. */
import { type Ctx, isPerson, legible } from '@atrium/sdk/server'
import content from '../../../../content/contract.ts'
import contract from '../../../contract.ts'
import { countJob, readJob } from '../../jobs.ts'
import { keepPassages } from './passages.ts'

/** Records of one step. */
const STEP = 200
/** Words are counted anew when there are so many times the passages of the last time. */
const GROWN = 1.25
/** What is no knowledge: people and places are found by search, and asked for by name. */
const NEVER = new Set(['member', 'space'])

interface Row {
  kind: string
  record_id: number
  space_id: number | null
  author_member_id: number | null
  title: string
  body: string
  path: string
  put_at: string
}
export const kindsOf = (ctx: Ctx) =>
  ctx
    .use(content)
    .findable()
    .filter(({ kind }) => !NEVER.has(kind))

/** Whether a model may be shown something here: neither its kind nor its space is left out, and its author has not opted out. */
export async function readBy(ctx: Ctx): Promise<(one: { kind: string; spaceId: number | null; authorMemberId: number | null }) => boolean> {
  const { excluded_kinds, excluded_space_ids } = ctx.settings(contract)
  // what agents say is no knowledge: they would quote themselves
  const rows = await ctx.sql<{ member_id: number }>(
    `select member_id from ai.opt_out where community_id = $1 union all select m.id from kernel.member_card m where m.community_id = $1 and not ${isPerson('m')}`,
  )
  const silent = new Set(rows.map((row) => row.member_id))
  return ({ kind, spaceId, authorMemberId }) =>
    !excluded_kinds.includes(kind) && !(spaceId !== null && excluded_space_ids.includes(spaceId)) && !(authorMemberId !== null && silent.has(authorMemberId))
}

async function place(ctx: Ctx) {
  await ctx.sql('insert into ai.reading (community_id) values ($1) on conflict (community_id) do nothing')
  const [row] = await ctx.sql<{ put_at: string; kind: string; record_id: number }>(
    'select put_at::text as put_at, kind, record_id from ai.reading where community_id = $1 for update',
  )
  return row!
}

/** One step; adds itself again until all is read. The place is held, so that two runs do not read the same. */
export async function read(ctx: Ctx): Promise<void> {
  const { put_at, kind, record_id } = await place(ctx)
  const rows = await ctx.sql<Row>(
    `select kind, record_id, space_id, author_member_id, title, body, path, put_at::text as put_at from kernel.search_text
     where community_id = $1 and (put_at, kind, record_id) > ($2::timestamptz, $3, $4)
       -- what a write under way has put before is still to come
       and put_at < clock_timestamp() - interval '1 second'
     order by put_at, kind, record_id limit $5`,
    [put_at, kind, record_id, STEP],
  )
  const last = rows.at(-1)
  const known = new Set(kindsOf(ctx).map((one) => one.kind))
  const mayBeRead = await readBy(ctx)
  const isKnowledge = (row: Row) => known.has(row.kind) && mayBeRead({ kind: row.kind, spaceId: row.space_id, authorMemberId: row.author_member_id })
  await keepPassages(
    ctx,
    rows.map((row) => {
      const { title, excerpt = '' } = isKnowledge(row) ? legible({ title: row.title, excerpt: row.body }) : { title: '' }
      return { kind: row.kind, recordId: row.record_id, spaceId: row.space_id, authorMemberId: row.author_member_id, path: row.path, title, text: excerpt }
    }),
  )
  await ctx.sql(
    `update ai.reading set put_at = coalesce($2::timestamptz, put_at), kind = coalesce($3, kind), record_id = coalesce($4, record_id), read_at = $5, updated_at = $5
     where community_id = $1`,
    [last?.put_at ?? null, last?.kind ?? null, last?.record_id ?? null, ctx.now()],
  )
  if (rows.length === STEP) return void (await ctx.enqueue(readJob, {}))
  if (rows.length === 0) return
  if (await isGrown(ctx)) await ctx.enqueue(countJob, {})
  ctx.emit(contract.events['knowledge.changed'], {})
}
/** Without the words of what has come since, what is rare would be guessed: in a young community more than once a day, else in the night. */
async function isGrown(ctx: Ctx): Promise<boolean> {
  const [row] = await ctx.sql<{ is_grown: boolean }>(
    `select (select count(*) from ai.passage where community_id = $1) > passages_count * ${GROWN} as is_grown from ai.reading where community_id = $1`,
  )
  return row!.is_grown
}

/** Everything is read anew, as after a change of what may be known. */
export async function readAnew(ctx: Ctx): Promise<void> {
  await place(ctx)
  await ctx.sql(`update ai.reading set put_at = '-infinity', kind = '', record_id = 0, updated_at = $2 where community_id = $1`, [ctx.now()])
  await ctx.enqueue(readJob, {})
}

/** Each night: passages of records that are gone, and how many passages each word stands in. */
export async function tidy(ctx: Ctx): Promise<void> {
  await ctx.sql(
    `delete from ai.passage p where p.community_id = $1 and p.kind <> 'source'
       and not exists (select from kernel.search_text t where t.community_id = $1 and t.kind = p.kind and t.record_id = p.record_id)`,
  )
  await countWords(ctx)
}
/** @see https://www.postgresql.org/docs/current/textsearch-features.html#TEXTSEARCH-STATISTICS */
export async function countWords(ctx: Ctx): Promise<void> {
  await ctx.sql(
    `with counted as (
       select word, ndoc from ts_stat('select words from ai.passage where community_id = ' || ($1::bigint)::text) where length(word) <= 60 and word not like 'title:%'
     ), gone as (
       delete from ai.word w where w.community_id = $1 and not exists (select from counted c where c.word = w.word)
     )
     insert into ai.word (community_id, word, passages, created_at, updated_at) select $1, word, ndoc, $2, $2 from counted
     on conflict (community_id, word) do update set passages = excluded.passages, updated_at = excluded.updated_at where ai.word.passages <> excluded.passages`,
    [ctx.now()],
  )
  await ctx.sql(`update ai.reading set counted_at = $2, passages_count = (select count(*) from ai.passage where community_id = $1) where community_id = $1`, [
    ctx.now(),
  ])
}

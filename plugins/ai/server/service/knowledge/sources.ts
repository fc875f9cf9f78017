/** What admins add to what the community holds: texts, files and addresses, and how far they are read. */
import { conflict, notFound } from '@atrium/sdk'
import { type Ctx, containing, hold, inWrite, lastId, type Paging, page, rowsFor } from '@atrium/sdk/server'
import contract, { type Knowledge, MAX_SOURCES } from '../../../contract.ts'
import { SourceTable } from '../../entities.ts'
import { countJob, sourceJob } from '../../jobs.ts'
import { textOfFile, textOfPage } from './files.ts'
import { forgetPassages, keepPassages } from './passages.ts'
import { SOURCE_KIND } from './found.ts'

type Kind = Knowledge['kind']
type Row = Omit<Knowledge, 'author'> & { author_member_id: number | null; file_id: number | null }
const COLUMNS = `id, kind, title, body, file_id, address, status, problem, passages_count, pages_count, is_public, read_at, author_member_id, created_at, updated_at`

async function presentAll(ctx: Ctx, rows: readonly Row[]): Promise<Knowledge[]> {
  const people = await ctx.members.byIds(rows.flatMap(({ author_member_id }) => author_member_id ?? []))
  return rows.map(({ author_member_id, file_id: _, problem, ...row }) => {
    const author = author_member_id === null ? undefined : people.get(author_member_id)
    return {
      ...row,
      problem: problem && ctx.t(`problem.${problem}`),
      author: author ? { id: author.id, name: author.name, avatar_url: author.avatarUrl } : null,
    }
  })
}
export async function listSources(ctx: Ctx, query: Paging & { kind?: Kind | undefined; text?: string | undefined }) {
  const rows = await ctx.sql<Row>(
    `select ${COLUMNS} from ai.source where community_id = $1 and ($2::text is null or kind = $2) and ($3::text is null or title ilike $3 or body ilike $3)
       and ($4::bigint is null or id < $4) order by id desc limit $5`,
    [query.kind ?? null, query.text ? containing(query.text) : null, lastId(query), rowsFor(query)],
  )
  const shown = new Map((await presentAll(ctx, rows)).map((one) => [one.id, one]))
  return page(rows, { query, key: (row) => [row.id] }, (row) => shown.get(row.id)!)
}
/** Those of these that may be said where visitors read along. */
export async function publicSources(ctx: Ctx, ids: readonly number[]): Promise<Set<number>> {
  const rows = ids.length
    ? await ctx.sql<{ id: number }>('select id from ai.source where community_id = $1 and id = any ($2::bigint[]) and is_public', [ids])
    : []
  return new Set(rows.map(({ id }) => id))
}
/** @throws AtriumError 404 */
export async function showSource(ctx: Ctx, id: number): Promise<Knowledge> {
  const [shown] = await presentAll(ctx, await ctx.sql<Row>(`select ${COLUMNS} from ai.source where community_id = $1 and id = $2`, [id]))
  if (!shown) throw notFound('Source')
  return shown
}
async function room(ctx: Ctx, more: number): Promise<void> {
  const [row] = await ctx.sql<{ count: number }>('select count(*)::int as count from ai.source where community_id = $1')
  if (row!.count + more > MAX_SOURCES) throw conflict('You can have up to 2,000 snippets, files and addresses.')
}
async function keepSnippet(ctx: Ctx, id: number, title: string, body: string): Promise<void> {
  const passages = await keepPassages(ctx, [{ kind: SOURCE_KIND, recordId: id, title, text: body }])
  await ctx.sql(`update ai.source set status = 'ready', passages_count = $3, read_at = $4 where community_id = $1 and id = $2`, [id, passages, ctx.now()])
  await ctx.enqueue(countJob, {})
}
/** @throws AtriumError 409 beyond `MAX_SOURCES` */
interface Snippet {
  title: string
  body: string
  is_public?: boolean | undefined
}
export async function createSnippet(ctx: Ctx, { title, body, is_public: isPublic = false }: Snippet): Promise<number> {
  await room(ctx, 1)
  const source = ctx.em.create(SourceTable, { kind: 'snippet', title, body, isPublic, authorMemberId: ctx.member?.id ?? null })
  await ctx.em.flush()
  await keepSnippet(ctx, source.id, title, body)
  await ctx.audit('knowledge.added', `ai_source:${source.id}`, { title })
  return source.id
}
export async function updateSnippet(ctx: Ctx, id: number, changes: { [K in keyof Snippet]?: Snippet[K] | undefined }): Promise<void> {
  const source = await hold(ctx, SourceTable, id, 'Source')
  Object.assign(source, {
    title: changes.title ?? source.title,
    isPublic: changes.is_public ?? source.isPublic,
    ...(source.kind === 'snippet' && changes.body !== undefined ? { body: changes.body } : {}),
  })
  await ctx.em.flush()
  if (source.kind === 'snippet') await keepSnippet(ctx, id, source.title, source.body)
  else await ctx.sql(`update ai.passage set title = $3 where community_id = $1 and kind = '${SOURCE_KIND}' and record_id = $2`, [id, source.title])
  await ctx.audit('knowledge.changed', `ai_source:${id}`, { title: source.title })
}
/** @throws AtriumError 404 for uploads that are not one's own, 409 */
export async function createFromFiles(ctx: Ctx, signedIds: readonly string[]): Promise<number[]> {
  await room(ctx, signedIds.length)
  const ids: number[] = []
  for (const signedId of signedIds) {
    const file = await ctx.files.take(signedId)
    const source = ctx.em.create(SourceTable, { kind: 'file', title: file.filename.slice(0, 200), fileId: file.id, authorMemberId: ctx.me().id })
    await ctx.em.flush()
    await ctx.files.keep(file.id, `ai_source:${source.id}`)
    await ctx.enqueue(sourceJob, { sourceId: source.id })
    await ctx.audit('knowledge.added', `ai_source:${source.id}`, { title: source.title })
    ids.push(source.id)
  }
  return ids
}
/** @throws AtriumError 409, 422 `outbound_refused` */
export async function createAddress(ctx: Ctx, address: string): Promise<number> {
  ctx.checkAddress(address)
  await room(ctx, 1)
  const source = ctx.em.create(SourceTable, { kind: 'address', title: new URL(address).hostname, address, isPublic: true, authorMemberId: ctx.me().id })
  await ctx.em.flush()
  await ctx.enqueue(sourceJob, { sourceId: source.id })
  await ctx.audit('knowledge.added', `ai_source:${source.id}`, { title: address })
  return source.id
}
export async function readAgain(ctx: Ctx, id: number): Promise<void> {
  const source = await hold(ctx, SourceTable, id, 'Source')
  if (source.kind === 'snippet') return keepSnippet(ctx, id, source.title, source.body)
  source.status = 'waiting'
  await ctx.em.flush()
  await ctx.enqueue(sourceJob, { sourceId: id })
}
/** @returns how many there were */
export async function deleteSources(ctx: Ctx, ids: readonly number[]): Promise<number> {
  const gone = await ctx.sql<{ id: number; title: string; file_id: number | null }>(
    'delete from ai.source where community_id = $1 and id = any ($2) returning id, title, file_id',
    [ids],
  )
  await forgetPassages(
    ctx,
    gone.map(({ id }) => ({ kind: SOURCE_KIND, recordId: id })),
  )
  for (const { id, title, file_id } of gone) {
    if (file_id !== null) await ctx.files.remove(file_id)
    await ctx.audit('knowledge.removed', `ai_source:${id}`, { title })
  }
  return gone.length
}

/** Reads a file or an address: first what it says, with no transaction open, then what is kept of it. What is wrong with it is kept as a key of words. */
export async function readSource(ctx: Ctx, id: number): Promise<void> {
  const [source] = await ctx.sql<Row>(
    `update ai.source set status = 'reading', updated_at = $3 where community_id = $1 and id = $2 and kind <> 'snippet' returning ${COLUMNS}`,
    [id, ctx.now()],
  )
  if (!source) return
  const read = source.kind === 'file' ? await textOfFile(ctx, source.file_id!) : await textOfPage(ctx, source.address!)
  await inWrite(ctx, async (inner) => {
    const title = read.title || source.title
    const { text = '' } = read
    const passages = await keepPassages(inner, [{ kind: SOURCE_KIND, recordId: id, title: text ? title : '', path: source.address, text }])
    await inner.sql(
      `update ai.source set status = $3, problem = $4, title = $5, passages_count = $6, pages_count = $7, read_at = $8, updated_at = $8 where community_id = $1 and id = $2`,
      [id, read.problem ? 'failed' : 'ready', read.problem ?? null, title.slice(0, 200), passages, read.pages ?? 1, inner.now()],
    )
    await inner.enqueue(countJob, {})
    inner.emit(contract.events['knowledge.changed'], {})
  })
}

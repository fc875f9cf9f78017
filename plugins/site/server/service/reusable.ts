/** Blocks that stand on several pages: changed once, they change everywhere. */
import { conflict, invalid, notFound, sentence, type z } from '@atrium/sdk'
import { type Ctx, demandVersion, hold, type InferEntity, lastId, lock, type Paging, page, pick, raiseVersion, rowOf, rowsFor } from '@atrium/sdk/server'
import site, { type PageData, type PageInput, PARTS, type ReusableBlock } from '../../contract.ts'
import { ReusableBlockTable } from '../entities.ts'
import { parsePage } from './blocks/parse.ts'
import { keepFiles, removeSavedFiles, savedUse } from './files.ts'
import { show } from './show.ts'
import { treeOf } from '../../contract/tree.ts'

type Saved = InferEntity<typeof ReusableBlockTable>
type Shown = z.input<typeof ReusableBlock>
type Input = z.output<typeof PageInput>
const MAX_SAVED = 200
/** The type of the block that stands for one. */
const SAVED = 'Saved'

async function present(ctx: Ctx, rows: Saved[]): Promise<Shown[]> {
  const counted = await ctx.sql<{ id: number; pages: number }>(
    `select saved #>> '{}' as id, count(distinct p.id)::int as pages
     from site.page p, lateral (
       select jsonb_path_query(jsonb_build_array(p.data, p.live, p.scheduled_data), 'strict $.** ? (@.type == "${SAVED}").props.block')
       union all select jsonb_path_query(p.layout, '$.*')) placed (saved)
     where p.community_id = $1 and p.deleted_at is null and jsonb_typeof(saved) = 'number' group by 1`,
  )
  const pages = new Map(counted.map((row) => [Number(row.id), row.pages]))
  return rows.map((row) => ({ ...pick(rowOf(ReusableBlockTable, row), ['id', 'name', 'data', 'version', 'updated_at']), pages_count: pages.get(row.id) ?? 0 }))
}
export async function listSaved(ctx: Ctx, query: Paging) {
  const last = lastId(query)
  const rows = await ctx.em.find(ReusableBlockTable, last ? { id: { $lt: last } } : {}, { orderBy: { id: 'desc' }, limit: rowsFor(query) })
  const shown = page(rows, { query, key: ({ id }) => [id] }, (row) => row)
  return { ...shown, records: await present(ctx, shown.records) }
}
/** @throws AtriumError 404 */
export async function showSaved(ctx: Ctx, id: number): Promise<Shown> {
  const saved = await ctx.em.findOne(ReusableBlockTable, { id })
  if (!saved) throw notFound('Saved block')
  return (await present(ctx, [saved]))[0]!
}

async function parse(ctx: Ctx, given: Input): Promise<PageData> {
  const data = await parsePage(ctx, given)
  if ([...treeOf(data).leaves.values()].some(({ type }) => type === SAVED))
    throw invalid({ 'body.reusable_block.data': ['A saved block can’t contain another saved block.'] })
  return data
}
/** @returns its id @throws AtriumError 404 for a picture, 409 `too_many_saved_blocks`, 422 */
export async function createSaved(ctx: Ctx, { name, data: given }: { name: string; data: Input }): Promise<number> {
  const data = await parse(ctx, given)
  await lock(ctx, 'site.saved')
  if ((await ctx.em.count(ReusableBlockTable, {})) >= MAX_SAVED)
    throw conflict(sentence('You can save up to {max} blocks.', { max: MAX_SAVED }), 'too_many_saved_blocks')
  const saved = ctx.em.create(ReusableBlockTable, { name, data, versionBy: ctx.member?.id ?? null })
  await ctx.em.flush()
  await keepFiles(ctx, savedUse(saved.id), data, [])
  return saved.id
}
interface Changes {
  name?: string | undefined
  data?: Input | undefined
  version?: number | undefined
}
/** @throws AtriumError 404, 409 `edit_conflict`, 422 */
export async function updateSaved(ctx: Ctx, id: number, { version, name, data: given }: Changes): Promise<void> {
  const saved = await hold(ctx, ReusableBlockTable, id, 'Saved block')
  const data = given && (await parse(ctx, given))
  await demandVersion(ctx, version, saved, { ...(name !== undefined && { name }), ...(data && { data }) }, () => showSaved(ctx, id))
  if (data) await keepFiles(ctx, savedUse(id), data, [saved.data])
  Object.assign(saved, { ...(name !== undefined && { name }), ...(data && { data }) })
  raiseVersion(ctx, saved)
  await ctx.em.flush()
  show(ctx)
}
/** It is drawn no more where it stands, and its pictures go unless something else shows them. @throws AtriumError 404, 409 `block_in_use` where it stands round all pages */
export async function deleteSaved(ctx: Ctx, id: number): Promise<void> {
  const { name } = await hold(ctx, ReusableBlockTable, id, 'Saved block')
  await lock(ctx, 'site.settings')
  const { navigation } = await ctx.holdSettings(site)
  if (PARTS.some((part) => navigation[`${part}_block`] === id))
    throw conflict('This block is part of your site’s layout. Choose another in Navigation first.', 'block_in_use')
  await ctx.em.nativeDelete(ReusableBlockTable, { id })
  await removeSavedFiles(ctx, id)
  await ctx.audit('saved_block.deleted', `saved_block:${id}`, { name })
  show(ctx)
}

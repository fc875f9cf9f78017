/** Uploads that pages and saved blocks name: there for everybody as long as one of them stands. */
import { invalid } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import type { PageData } from '../../contract.ts'
import { filesIn } from './blocks/parse.ts'

/** What an upload of a page or a saved block is kept for. */
export const useOf = (pageId: number): string => `site.page:${pageId}`
export const savedUse = (savedId: number): string => `site.saved:${savedId}`
const keptFor = async (ctx: Ctx, uses: readonly string[]): Promise<number[]> =>
  (await ctx.sql<{ id: number }>('select id from kernel.file_card where community_id = $1 and used_by = any ($2::text[])', [uses])).map(({ id }) => Number(id))

const NO_PICTURE = 'This file isn’t an image. Choose a PNG, JPG, or WebP.'
/** @param held what it had before @throws AtriumError 404 for a file that is not one's own, 422 `not_a_picture` for one in a picture's place */
export async function keepFiles(ctx: Ctx, use: string, data: PageData, held: readonly (PageData | null | undefined)[]): Promise<void> {
  const known = new Set(held.flatMap((one) => (one ? filesIn(one) : [])))
  const pictures = new Set(filesIn(data, ['file']))
  for (const signedId of filesIn(data)) {
    if (known.has(signedId)) continue
    const { id, contentType } = await ctx.files.take(signedId)
    // a block of a video keeps that as its pictures
    if (pictures.has(signedId) && !/^(image|video)\//.test(contentType)) throw invalid({ 'body.data': [NO_PICTURE] }, NO_PICTURE, 'not_a_picture')
    await ctx.files.keep(id, `public:${use}`)
  }
}

/** All that is there for readers: pages and saved blocks, with the blocks that each has. */
const STANDING = `select 'site.page:' || id as use, jsonb_build_array(data, live, scheduled_data) as blocks from site.page where community_id = $1 and deleted_at is null
  union all select 'site.saved:' || id, data from site.reusable_block where community_id = $1`
/** What may come back: deleted pages, and earlier versions of all. */
const EARLIER = `select 'site.page:' || id as use, jsonb_build_array(data, deleted_live) as blocks from site.page where community_id = $1 and deleted_at is not null
  union all select 'site.page:' || page_id, data from site.revision where community_id = $1`
/** What shows these uploads, by their ids: a page, or a saved block. */
async function usesOf(ctx: Ctx, ids: number[], where: typeof STANDING | typeof EARLIER): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const bySignedId = new Map([...(await ctx.files.byIds(ids)).values()].map(({ id, signedId }) => [signedId, id]))
  const named = `strict $.** ? (exists (@.file) || exists (@.signed_id))`
  const rows = await ctx.sql<{ use: string; file: string }>(
    `with held as (${where})
     select use, file from held, jsonb_path_query(blocks, '${named}') part, unnest(array[part ->> 'file', part ->> 'signed_id']) file
     where file = any ($2::text[])`,
    [[...bySignedId.keys()]],
  )
  const pictures = await ctx.sql<{ use: string; id: number }>(
    `select 'site.page:' || id as use, open_graph_image_id as id from site.page
     where community_id = $1 and (deleted_at is null) = $3 and open_graph_image_id = any ($2::bigint[])`,
    [ids, where === STANDING],
  )
  return new Map([...rows.map(({ use, file }) => [bySignedId.get(file)!, use] as const), ...pictures.map(({ use, id }) => [Number(id), use] as const)])
}

/** Of a page that was deleted: visitors find none of them at their address any more, but those that stand elsewhere too. */
export async function closeFiles(ctx: Ctx, pageId: number): Promise<void> {
  const ids = await keptFor(ctx, [`public:${useOf(pageId)}`])
  const heirs = await usesOf(ctx, ids, STANDING)
  for (const id of ids) {
    await ctx.files.keep(id, useOf(pageId))
    const heir = heirs.get(id)
    if (heir) await ctx.files.keep(id, `public:${heir}`)
  }
}
/** Of what goes for good: uploads that stand elsewhere stay there for everybody, those that may come back wait for that, and the others go. */
async function releaseFiles(ctx: Ctx, ids: number[]): Promise<void> {
  const heirs = await usesOf(ctx, ids, STANDING)
  const waiting = await usesOf(
    ctx,
    ids.filter((id) => !heirs.has(id)),
    EARLIER,
  )
  for (const id of ids) {
    const [heir, later] = [heirs.get(id), waiting.get(id)]
    await (heir ? ctx.files.keep(id, `public:${heir}`) : later ? ctx.files.keep(id, later) : ctx.files.remove(id))
  }
}
export const removeFiles = async (ctx: Ctx, pageIds: readonly number[]): Promise<void> => releaseFiles(ctx, await keptFor(ctx, pageIds.map(useOf)))
export async function removeSavedFiles(ctx: Ctx, savedId: number): Promise<void> {
  const ids = await keptFor(ctx, [`public:${savedUse(savedId)}`])
  for (const id of ids) await ctx.files.keep(id, savedUse(savedId))
  await releaseFiles(ctx, ids)
}

/** Of a page or an earlier version that comes back, whatever they wait for. @param pictureId of its preview */
export async function reopenFiles(ctx: Ctx, pageId: number, blocks: readonly (PageData | null)[], pictureId: number | null): Promise<void> {
  const closed = await ctx.sql<{ id: number }>(`select id from kernel.file_card where community_id = $1 and used_by like 'site.page:%'`)
  if (closed.length === 0) return
  const named = new Set(blocks.flatMap((one) => (one ? filesIn(one) : [])))
  for (const { id, signedId } of (await ctx.files.byIds(closed.map(({ id }) => Number(id)))).values())
    if (named.has(signedId) || id === pictureId) await ctx.files.keep(id, `public:${useOf(pageId)}`)
}

/** Several editors of one page: what each began with is kept for a while, so that their work can be put together. */
import { conflict, notFound, sentence } from '@atrium/sdk'
import { type Ctx, hold, type InferEntity, pick, rowOf } from '@atrium/sdk/server'
import { MAX_PAGES, type PageData } from '../../contract.ts'
import { BaseTable, PageTable } from '../entities.ts'
import { mergePages, oneOf } from '../../contract/merge.ts'

export type Page = InferEntity<typeof PageTable>
/** One that is not deleted, locked. @throws AtriumError 404 */
export async function holdPage(ctx: Ctx, id: number): Promise<Page> {
  const page = await hold(ctx, PageTable, id, 'Page')
  if (page.deletedAt) throw notFound('Page')
  return page
}
/** Whoever asks holds the lock of new pages. @throws AtriumError 409 `too_many_pages` */
export async function demandRoom(ctx: Ctx): Promise<void> {
  if ((await ctx.em.count(PageTable, { deletedAt: null })) >= MAX_PAGES)
    throw conflict(sentence('You can add up to {max} pages.', { max: MAX_PAGES }), 'too_many_pages')
}
/** Fields of a page that two editors may both have changed. */
const FIELDS = [
  ...(['name', 'slug', 'visibility', 'meta_title', 'meta_description', 'open_graph_image_id'] as const),
  ...(['is_hidden_from_search', 'language', 'translation_of', 'is_bare', 'layout'] as const),
] as const
export type Fields = Partial<Pick<ReturnType<typeof rowOf<typeof PageTable>>, (typeof FIELDS)[number]>>
export const fieldsOf = (page: Page) => pick(rowOf(PageTable, page), FIELDS) as Required<Fields>

/** Versions of a page whose editors may be behind. */
const BASES = 100
/** What editors who open the page now begin with. */
export async function keepBase(ctx: Ctx, page: Page): Promise<void> {
  ctx.em.create(BaseTable, { pageId: page.id, version: page.version, fields: fieldsOf(page), data: page.data })
  await ctx.em.flush()
  await ctx.sql('delete from site.base where community_id = $1 and page_id = $2 and version <= $3', [page.id, page.version - BASES])
}

export interface Work {
  fields: Fields
  data: PageData | undefined
}
/** What was sent and what was saved meanwhile, as one; null where the two meet. */
export async function together(ctx: Ctx, page: Page, version: number, sent: Work): Promise<Work | null> {
  const base = await ctx.em.findOne(BaseTable, { pageId: page.id, version })
  if (!base) return null
  const theirs: Record<string, unknown> = fieldsOf(page)
  const fields: Record<string, unknown> = {}
  for (const [key, mine] of Object.entries(sent.fields)) {
    const one = oneOf<unknown>(base.fields[key] ?? null, mine ?? null, theirs[key] ?? null)
    if (!one) return null
    fields[key] = one.value
  }
  if (!sent.data) return { fields, data: undefined }
  const { data } = mergePages(base.data, sent.data, page.data)
  return data && { fields, data }
}

/** Nobody works on what is a day old without having saved. */
const DAY = 86_400_000
export async function purgeBases(ctx: Ctx): Promise<void> {
  await ctx.sql(
    `delete from site.base old where community_id = $1 and created_at < $2 and exists (
       select 1 from site.base newer where newer.community_id = $1 and newer.page_id = old.page_id and newer.version > old.version)`,
    [new Date(ctx.now().getTime() - DAY)],
  )
}

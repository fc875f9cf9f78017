/** Deleted pages: for a while they can come back, then they go with their revisions and pictures. */
import { notFound, type z } from '@atrium/sdk'
import { type Ctx, decodeCursor, hold, lock, type Paging, page, rowsFor } from '@atrium/sdk/server'
import site, { DELETED_DAYS, type DeletedPage } from '../../contract.ts'
import { isSame } from '../../contract/tree.ts'
import { PageTable } from '../entities.ts'
import { demandRoom, holdPage, type Page } from './editing.ts'
import { closeFiles, removeFiles, reopenFiles } from './files.ts'
import { index } from './finder.ts'
import { callOff } from './pages.ts'
import { show } from './show.ts'
import { freeSlug, isFree } from './slugs.ts'

const DAY = 86_400_000
const goesAt = (at: Date): Date => new Date(at.getTime() + DELETED_DAYS * DAY)

/** Nobody sees it any more, nor its pictures; its address is free. @throws AtriumError 404 */
export async function deletePage(ctx: Ctx, id: number): Promise<void> {
  const gone = await holdPage(ctx, id)
  const { name, slug } = gone
  Object.assign(gone, { deletedAt: ctx.now(), deletedLive: gone.live, live: null, hasChanges: false })
  callOff(gone)
  await ctx.em.flush()
  await closeFiles(ctx, id)
  await lock(ctx, 'site.settings')
  const { seo, home_page_id } = await ctx.holdSettings(site)
  if (home_page_id === id) await ctx.saveSettings(site, { home_page_id: null, deleted_home_page_id: id })
  if (seo.not_found_page_id === id) await ctx.saveSettings(site, { seo: { ...seo, not_found_page_id: null } })
  ctx.emit(site.events['page.deleted'], { pageId: id, slug })
  await ctx.audit('page.deleted', `page:${id}`, { name })
  await index(ctx, gone)
  show(ctx)
}

async function holdDeleted(ctx: Ctx, id: number): Promise<Page & { deletedAt: Date }> {
  const gone = await hold(ctx, PageTable, id, 'Page')
  if (!gone.deletedAt) throw notFound('Page')
  return gone as Page & { deletedAt: Date }
}
/** Whether another page is its original in its language by now. */
async function isReplaced(ctx: Ctx, { translationOf, language }: Page): Promise<boolean> {
  return Boolean(translationOf && (await ctx.em.count(PageTable, { translationOf, language: language ?? null, deletedAt: null })))
}
/** As it was, also as the home page while there is no other; where another page has its place by now, as a draft: at another address, or beside another translation. @throws AtriumError 404, 409 `too_many_pages` */
export async function restorePage(ctx: Ctx, id: number): Promise<void> {
  const gone = await holdDeleted(ctx, id)
  await lock(ctx, 'site.pages')
  await demandRoom(ctx)
  const has = await isFree(ctx, gone.slug)
  const live = has && !(await isReplaced(ctx, gone)) ? (gone.deletedLive ?? null) : null
  const back = { slug: has ? gone.slug : await freeSlug(ctx, gone.slug), live, hasChanges: live !== null && !isSame(live, gone.data) }
  Object.assign(gone, { ...back, status: live ? 'published' : 'draft', publishedAt: live ? gone.publishedAt : null, deletedAt: null, deletedLive: null })
  await ctx.em.flush()
  await reopenFiles(ctx, id, [gone.data, live], gone.openGraphImageId ?? null)
  await lock(ctx, 'site.settings')
  if ((await ctx.holdSettings(site)).deleted_home_page_id === id) await ctx.saveSettings(site, { home_page_id: id, deleted_home_page_id: null })
  await ctx.audit('page.undeleted', `page:${id}`, { name: gone.name })
  await index(ctx, gone)
  show(ctx)
}
async function purge(ctx: Ctx, ids: number[]): Promise<void> {
  await ctx.em.nativeDelete(PageTable, { id: { $in: ids } })
  await removeFiles(ctx, ids)
}
/** @throws AtriumError 404 */
export async function purgePage(ctx: Ctx, id: number): Promise<void> {
  const { name } = await holdDeleted(ctx, id)
  await purge(ctx, [id])
  await ctx.audit('page.purged', `page:${id}`, { name })
}

/** Pages that go in one run. */
const AT_ONCE = 100
export async function purgeDeleted(ctx: Ctx): Promise<void> {
  const due = await ctx.sql<{ id: number }>(
    `select id from site.page where community_id = $1 and deleted_at < $2 order by deleted_at limit ${AT_ONCE} for update skip locked`,
    [new Date(ctx.now().getTime() - DELETED_DAYS * DAY)],
  )
  await purge(
    ctx,
    due.map(({ id }) => Number(id)),
  )
}

/** The latest first. */
export async function listDeleted(ctx: Ctx, query: Paging) {
  const last = decodeCursor(query.cursor, ['number', 'number']) as [number, number] | null
  const rows = await ctx.sql<{ id: number; name: string; slug: string; deleted_at: Date }>(
    `select id, name, slug, deleted_at from site.page where community_id = $1 and deleted_at is not null
       and ($2::timestamptz is null or (deleted_at, id) < ($2, $3::bigint)) order by deleted_at desc, id desc limit $4`,
    [last && new Date(last[0]), last?.[1] ?? null, rowsFor(query)],
  )
  const toDeleted = (row: (typeof rows)[number]): z.input<typeof DeletedPage> => ({ ...row, id: Number(row.id), goes_at: goesAt(row.deleted_at) })
  return page(rows, { query, key: (row) => [row.deleted_at.getTime(), Number(row.id)] }, toDeleted)
}

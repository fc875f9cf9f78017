/** What a page was before: each save leaves a revision, and any of them can come back. */
import { notFound, type z } from '@atrium/sdk'
import { type Ctx, demandVersion, lastId, type Paging, page, type RowOf, raiseVersion, rowsFor, type TablesOf } from '@atrium/sdk/server'
import type { PageData, REVISION_KINDS, Revision, RevisionDetail } from '../../contract.ts'
import { PageTable, RevisionTable } from '../entities.ts'
import { changesBetween, countsOf } from './diff.ts'
import { holdPage, keepBase } from './editing.ts'
import { reopenFiles } from './files.ts'
import { showPage } from './present.ts'
import { isSame } from '../../contract/tree.ts'

/** Saves of one person within these milliseconds are one revision. */
const TOGETHER_MS = 5 * 60_000
/** Most revisions of a page. */
const KEPT = 200

/** Notes what the page is now. What stands in the newest revision already is not noted again as saved. */
export async function note(ctx: Ctx, pageId: number, kind: (typeof REVISION_KINDS)[number], data: PageData): Promise<void> {
  const [last, before] = await ctx.em.find(RevisionTable, { pageId }, { orderBy: { id: 'desc' }, limit: 2 })
  const author = ctx.member?.id ?? null
  if (kind === 'saved' && last) {
    if (isSame(last.data, data)) return
    const isRecent = last.createdAt.getTime() > ctx.now().getTime() - TOGETHER_MS
    // what it began with stays, so that one can go back to the template
    if (before && last.kind === 'saved' && (last.authorMemberId ?? null) === author && isRecent) {
      Object.assign(last, { data, counts: countsOf(before.data, data) })
      return ctx.em.flush()
    }
  }
  ctx.em.create(RevisionTable, { pageId, kind, data, authorMemberId: author, counts: countsOf(last?.data ?? null, data) })
  await ctx.em.flush()
  // the newest stays, and of the others those that were published stay longest
  await ctx.sql(
    `delete from site.revision where community_id = $1 and id in (
       select id from site.revision where community_id = $1 and page_id = $2
       order by id = max(id) over () desc, kind = 'published' desc, id desc offset ${KEPT})`,
    [pageId],
  )
}

type Row = Omit<RowOf<typeof RevisionTable>, 'data'> & { author: string | null }
const found = (ctx: Ctx, pageId: number) =>
  ctx.em
    .getKysely<TablesOf<typeof RevisionTable>>()
    .selectFrom('site.revision as revision')
    .leftJoin('kernel.member_card as author', (join) =>
      join.onRef('author.id', '=', 'revision.author_member_id').on('author.community_id', '=', ctx.community.id),
    )
    .where('revision.community_id', '=', ctx.community.id)
    .where('revision.page_id', '=', pageId)
    .select(['revision.id', 'revision.page_id', 'revision.kind', 'revision.author_member_id', 'revision.counts', 'revision.updated_at'])
    .select('author.name as author')
const toRevision = (row: Row): z.input<typeof Revision> => ({
  id: row.id,
  page_id: row.page_id,
  kind: row.kind,
  author: row.author_member_id && row.author !== null ? { id: row.author_member_id, name: row.author } : null,
  // of saves that are one revision, when it was last saved
  created_at: row.updated_at,
  counts: row.counts,
})

/** @throws AtriumError 404 without the page */
export async function listRevisions(ctx: Ctx, pageId: number, query: Paging) {
  if (!(await ctx.em.count(PageTable, { id: pageId, deletedAt: null }))) throw notFound('Page')
  const last = lastId(query)
  const rows = await found(ctx, pageId)
    .$if(last !== null, (more) => more.where('revision.id', '<', last!))
    .orderBy('revision.id', 'desc')
    .limit(rowsFor(query))
    .execute()
  return page(rows as unknown as Row[], { query, key: (row) => [row.id] }, toRevision)
}

/** With what has become of its blocks since. @throws AtriumError 404 */
export async function showRevision(ctx: Ctx, pageId: number, id: number): Promise<z.input<typeof RevisionDetail>> {
  const row = (await found(ctx, pageId).where('revision.id', '=', id).select('revision.data').executeTakeFirst()) as (Row & { data: PageData }) | undefined
  const now = await ctx.em.findOne(PageTable, { id: pageId, deletedAt: null })
  if (!row || !now) throw notFound('Revision')
  return { ...toRevision(row), data: row.data, changes: changesBetween(ctx, row.data, now.data) }
}

/** @throws AtriumError 404, 409 `edit_conflict` */
export async function restoreRevision(ctx: Ctx, pageId: number, id: number, version: number | undefined): Promise<void> {
  const site = await holdPage(ctx, pageId)
  const revision = await ctx.em.findOne(RevisionTable, { id, pageId })
  if (!revision) throw notFound('Revision')
  const { data } = revision
  await demandVersion(ctx, version, site, { data }, () => showPage(ctx, pageId))
  await note(ctx, pageId, 'saved', site.data)
  await reopenFiles(ctx, pageId, [data], null)
  Object.assign(site, { data, hasChanges: site.live ? !isSame(data, site.live) : false })
  raiseVersion(ctx, site)
  await ctx.em.flush()
  await note(ctx, pageId, 'restored', data)
  await keepBase(ctx, site)
  await ctx.audit('page.restored', `page:${pageId}`, { name: site.name })
}

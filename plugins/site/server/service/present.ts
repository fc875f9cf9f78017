/** Pages as admins are answered them. */
import { notFound, type z } from '@atrium/sdk'
import { containing, type Ctx, decodeCursor, type Paging, page, pick, type RowOf, rowsFor, sql, type TablesOf } from '@atrium/sdk/server'
import site, { type PageRow, type SitePage, type STATUSES } from '../../contract.ts'
import { isSame } from '../../contract/tree.ts'
import type { PageTable } from '../entities.ts'
import { isTaken } from './slugs.ts'

type Columns = RowOf<typeof PageTable>
const ROW = [
  ...(['id', 'name', 'slug', 'status', 'visibility', 'has_changes', 'language', 'translation_of'] as const),
  ...(['theme_id', 'published_at', 'scheduled_at', 'created_at', 'updated_at', 'version_by'] as const),
] as const
type Row = Pick<Columns, (typeof ROW)[number]> & { updated_by: string | null }

export const homeId = (ctx: Ctx): number | null => ctx.settings(site).home_page_id

const found = (ctx: Ctx) =>
  ctx.em
    .getKysely<TablesOf<typeof PageTable>>()
    .selectFrom('site.page as page')
    .leftJoin('kernel.member_card as editor', (join) => join.onRef('editor.id', '=', 'page.version_by').on('editor.community_id', '=', ctx.community.id))
    .where('page.community_id', '=', ctx.community.id)
    .where('page.deleted_at', 'is', null)
    .select(ROW.map((column) => `page.${column}` as const))
    .select('editor.name as updated_by')

function toRow(ctx: Ctx, row: Row): z.input<typeof PageRow> {
  const isHome = row.id === homeId(ctx)
  const { version_by, updated_by, ...own } = pick(row, [...ROW, 'updated_by'])
  return {
    ...own,
    url: `${ctx.community.url}/${isHome ? '' : row.slug}`,
    is_home: isHome,
    is_covered: isTaken(ctx, row.slug),
    updated_by: version_by && updated_by !== null ? { id: version_by, name: updated_by } : null,
  }
}

/** The home page first, then the newest. */
export async function listPages(ctx: Ctx, query: Paging & { status?: (typeof STATUSES)[number] | undefined; query?: string | undefined }) {
  const home = homeId(ctx) ?? 0
  const last = decodeCursor(query.cursor, ['number', 'number']) as [number, number] | null
  const rows = await found(ctx)
    .$if(last !== null, (more) => more.where('page.id', '<>', home).where((is) => is.or([is.lit(last![0] === 1), is('page.id', '<', last![1])])))
    .$if(query.status !== undefined, (more) => more.where('page.status', '=', query.status!))
    .$if(Boolean(query.query), (more) =>
      more.where((is) => is.or([is('page.name', 'ilike', containing(query.query!)), is('page.slug', 'ilike', containing(query.query!))])),
    )
    .orderBy(sql`page.id = ${home}`, 'desc')
    .orderBy('page.id', 'desc')
    .limit(rowsFor(query))
    .execute()
  return page(rows as Row[], { query, key: (row) => [row.id === home ? 1 : 0, row.id] }, (row) => toRow(ctx, row))
}

const MORE = ['meta_title', 'meta_description', 'is_hidden_from_search', 'is_bare', 'layout', 'version', 'data', 'live', 'scheduled_from'] as const
/** @throws AtriumError 404 */
export async function showPage(ctx: Ctx, id: number): Promise<z.input<typeof SitePage>> {
  const row = (await found(ctx)
    .where('page.id', '=', id)
    .select(MORE.map((column) => `page.${column}` as const))
    .select(['page.open_graph_image_id', 'page.password_digest', 'page.scheduled_data'])
    .executeTakeFirst()) as (Row & Columns) | undefined
  if (!row) throw notFound('Page')
  const picture = row.open_graph_image_id ? (await ctx.files.byIds([row.open_graph_image_id])).get(row.open_graph_image_id) : undefined
  return {
    ...toRow(ctx, row),
    ...pick(row, MORE),
    open_graph_image: picture?.signedId ?? null,
    open_graph_image_url: picture ? ctx.files.url(picture, 'large') : null,
    is_scheduled_behind: row.scheduled_data !== null && !isSame(row.scheduled_data, row.data),
    has_password: row.password_digest !== null,
  }
}

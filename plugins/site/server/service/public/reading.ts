/** Who may read a page: everybody, members, or whoever knows its password. */
import { columnsOf, type Ctx, hashToken, type InferEntity, statement } from '@atrium/sdk/server'
import site from '../../../contract.ts'
import { PageTable } from '../../entities.ts'

export type Page = InferEntity<typeof PageTable>
export type Standing = 'open' | 'members' | 'password'

/** Bound to the page and its password, of which only the server knows what stands here: another password closes it again. */
const proofOf = (use: 'page' | 'frame', { id, passwordDigest }: Page): string => hashToken(`site.${use}:${id}:${passwordDigest}`)
export const cookieName = (pageId: number): string => `site_page_${pageId}`
export const cookieOf = (page: Page): string => proofOf('page', page)
/** Opens a frame of a page that has a password: frames bring no cookie of their own. */
export const frameKeyOf = (page: Page): string | null => (page.visibility === 'password' ? proofOf('frame', page) : null)

export const isShown = (page: Page | null): page is Page & { live: NonNullable<Page['live']> } => page?.status === 'published' && page.live !== null
export const isPublic = (page: Page | null): boolean => isShown(page) && page.visibility === 'public'

/** @param proof what a browser brings of a page with a password */
export function standingOf(ctx: Ctx, page: Page, proof?: string): Standing {
  if (page.visibility === 'public' || ctx.can('site.manage')) return 'open'
  if (page.visibility === 'members') return ctx.member ? 'open' : 'members'
  return page.passwordDigest && (proof === cookieOf(page) || (proof !== undefined && proof === frameKeyOf(page))) ? 'open' : 'password'
}

export const pageById = (ctx: Ctx, id: number): Promise<Page | null> => ctx.em.findOne(PageTable, { id, deletedAt: null })
const slugRead = statement<object>(
  'site.page_by_slug',
  `select ${columnsOf(PageTable)} from site.page where community_id = $1 and slug = $2 and deleted_at is null`,
)
/** One read by key, as most addresses that nothing else has are no page's either. */
export async function pageBySlug(ctx: Ctx, slug: string): Promise<Page | null> {
  const [row] = await ctx.read(slugRead, [slug])
  return row ? ctx.em.map(PageTable, row) : null
}
export const isHome = (ctx: Ctx, page: Pick<Page, 'id'>): boolean => ctx.settings(site).home_page_id === page.id
export const pathOf = (ctx: Ctx, page: Pick<Page, 'id' | 'slug'>): string => (isHome(ctx, page) ? '/' : `/${page.slug}`)
export const urlOf = (ctx: Ctx, page: Pick<Page, 'id' | 'slug'>): string => `${ctx.community.url}${pathOf(ctx, page)}`

/** A page that is no row: what is not there, or not saved yet. */
export const unsavedPage = (ctx: Ctx, fields: Pick<Page, 'name' | 'data' | 'themeId' | 'language'>): Page =>
  ({
    ...{ id: 0, slug: '', status: 'draft', visibility: 'public', passwordDigest: null, live: null, hasChanges: false, version: 1, versionBy: null },
    ...{ metaTitle: null, metaDescription: null, openGraphImageId: null, isHiddenFromSearch: true, isBare: false, layout: null, translationOf: null },
    ...{ scheduledData: null, scheduledFrom: null, deletedAt: null, deletedLive: null },
    ...{ publishedAt: null, scheduledAt: null, scheduledBy: null, createdAt: ctx.now(), updatedAt: ctx.now(), communityId: ctx.community.id },
    ...fields,
  }) as unknown as Page

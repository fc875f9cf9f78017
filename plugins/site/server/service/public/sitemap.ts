/** What search engines may read: published pages, public spaces, and what stands in them. */
import { type Ctx, escapeHtml, type RawReply, raw } from '@atrium/sdk/server'
import { notFound } from '@atrium/sdk'
import site from '../../../contract.ts'
import { publicRecords, publicSpaces } from './found.ts'
import { isHome } from './reading.ts'

/** Most addresses of one sitemap, by its standard. */
const MOST = 50_000

/** Control characters, which XML has no way to write. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
export const withoutControls = (text: string): string => text.toWellFormed().replace(CONTROLS, '')

async function addressesOf(ctx: Ctx): Promise<{ path: string; at: Date | null }[]> {
  const pages = await ctx.sql<{ id: number; slug: string; published_at: Date | null }>(
    `select id, slug, published_at from site.page where community_id = $1 and status = 'published' and visibility = 'public' and live is not null
       and not is_hidden_from_search order by id limit 1000`,
  )
  const shown = pages.map(({ id, slug, published_at }) => ({ path: isHome(ctx, { id: Number(id) }) ? '/' : `/${slug}`, at: published_at }))
  const spaces = await publicSpaces(ctx)
  const places = [...spaces.values()].map(({ slug }) => ({ path: `/c/${slug}`, at: null }))
  const room = MOST - shown.length - places.length
  const records = room > 0 ? await publicRecords(ctx, [...spaces.keys()], room) : []
  const home = shown.some(({ path }) => path === '/') || ctx.community.isPrivate ? [] : [{ path: '/', at: null }]
  return [...home, ...shown, ...places, ...records.map(({ path, updatedAt }) => ({ path, at: updatedAt }))].slice(0, MOST)
}

/** @throws AtriumError 404 where the site wants none */
export async function sitemap(ctx: Ctx): Promise<RawReply> {
  const { has_sitemap, is_indexed } = ctx.settings(site).seo
  if (!has_sitemap || !is_indexed) throw notFound('Page')
  // one for all visitors, by a name that begins as what `show` forgets; whoever has an account may see more, which is in none of theirs
  const addresses = await (ctx.account ? addressesOf(ctx) : ctx.cached('front sitemap', null, () => addressesOf(ctx)))
  const entries = addresses.map(
    ({ path, at }) =>
      `<url><loc>${escapeHtml(withoutControls(new URL(path, ctx.community.url).href))}</loc>${at ? `<lastmod>${at.toISOString()}</lastmod>` : ''}</url>`,
  )
  return raw({
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'private, max-age=300' },
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('\n')}</urlset>\n`,
  })
}

/** Where no search engine finds anything to read. */
const CLOSED = ['/settings', '/user/', '/internal_api/', '/api/', '/boot', '/site/code/', '/site/snippets/']
export function robots(ctx: Ctx): RawReply {
  const { is_indexed, has_sitemap, robots: own } = ctx.settings(site).seo
  const rules = is_indexed ? CLOSED.map((path) => `Disallow: ${path}`) : ['Disallow: /']
  const lines = [
    'User-agent: *',
    ...rules,
    '',
    ...withoutControls(own).split(/\r?\n/),
    '',
    ...(has_sitemap && is_indexed ? [`Sitemap: ${ctx.community.url}/sitemap.xml`] : []),
  ]
  return raw({
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'private, max-age=300' },
    body: `${lines
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()}\n`,
  })
}

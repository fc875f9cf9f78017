/** How a public page or post is shown on another site, by oEmbed 1.0: in a frame where that site may have one, else as a link. */
import { invalid, notFound } from '@atrium/sdk'
import { type Ctx, html, type RawReply, raw } from '@atrium/sdk/server'
import { publicRecordAt } from './found.ts'
import { framers } from './policy.ts'
import { isHome, isPublic, pageById, pageBySlug, urlOf } from './reading.ts'
import site from '../../../contract.ts'

interface Shown {
  title: string
  url: string
  /** What a frame shows; null for what has no such form. */
  frame: string | null
  author: string | null
}

/** The address within the community; null for one elsewhere. */
function pathIn(ctx: Ctx, address: string): string | null {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  return [ctx.community.url, ctx.community.platformUrl].some((own) => url.origin === new URL(own).origin) ? url.pathname : null
}

/** Records have their letters in their addresses, links have them with percent signs. */
const asWritten = (path: string): string => {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

async function shownAt(ctx: Ctx, path: string): Promise<Shown | null> {
  const slug = /^\/([a-z0-9-]{1,100})\/?$/.exec(path)?.[1]
  const { home_page_id: homeId } = ctx.settings(site)
  const page = path === '/' ? (homeId ? await pageById(ctx, homeId) : null) : slug ? await pageBySlug(ctx, slug) : null
  if (page && isPublic(page)) {
    const url = urlOf(ctx, page)
    // visitors alone have it at the root
    return { title: page.metaTitle || page.name, url, frame: `${isHome(ctx, page) ? `${ctx.community.url}/` : url}?iframe=true`, author: null }
  }
  if (!/^\/c\/[^/]+\/[^/]+$/.test(path)) return null
  const found = await publicRecordAt(ctx, asWritten(path))
  const authorId = found?.card?.hidesAuthor ? null : found?.card?.authorMemberId
  const author = authorId ? (await ctx.members.byIds([authorId])).get(authorId)?.name : null
  return found && { title: found.title, url: ctx.community.url + found.path, frame: null, author: author ?? null }
}

/** @throws AtriumError 404 for what visitors do not see, 422 for a format but JSON */
export async function oembed(
  ctx: Ctx,
  { url, maxwidth = 800, maxheight = 600, format }: { url: string; maxwidth?: number | undefined; maxheight?: number | undefined; format: string },
): Promise<RawReply> {
  if (format !== 'json') throw invalid({ 'query.format': ['Only JSON is available.'] })
  const path = pathIn(ctx, url)
  const shown = path === null ? null : await shownAt(ctx, path)
  if (!shown) throw notFound('Page')
  const [width, height] = [Math.min(maxwidth, 1_200), Math.min(maxheight, 900)]
  const isFramed = shown.frame !== null && framers(ctx).length > 0
  const body = isFramed
    ? html`<iframe src="${shown.frame}" title="${shown.title}" width="${width}" height="${height}" style="border:0;max-width:100%" loading="lazy"></iframe>`
    : html`<blockquote><p><a href="${shown.url}">${shown.title}</a></p><p>${shown.author && `${shown.author}, `}${ctx.community.name}</p></blockquote>`
  return raw({
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'private, max-age=300' },
    body: JSON.stringify({
      ...{ version: '1.0', type: 'rich', title: shown.title, provider_name: ctx.community.name, provider_url: ctx.community.url },
      ...(shown.author && { author_name: shown.author }),
      ...{ html: body.html, width, height, cache_age: 300 },
    }),
  })
}

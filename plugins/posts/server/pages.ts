/** The public page of a post as HTML, for link previews, search engines and the first paint. */
import { addressFiles, type Ctx, escapeHtml, type PageRenderer, type Prefetcher, richTextHtml } from '@atrium/sdk/server'
import spaces from '../../spaces/contract.ts'
import posts from '../contract.ts'
import { filesOf } from './body.ts'
import { rowBySlug } from './find.ts'
import { postPolicy } from './policies.ts'
import { byShares, type PostRow, spaceFeed } from './reads.ts'

async function find(ctx: Ctx, params: Record<string, string>): Promise<PostRow | null> {
  const space = await ctx.use(spaces).bySlug(params.space!)
  if (!space) return null
  const post = await rowBySlug(ctx, space.id, params.slug!)
  if (post) return (await postPolicy.view(ctx, post)) ? post : null
  const shared = await ctx.read(byShares, [[params.slug!]])
  return shared.find((row) => row.space_id === space.id) ?? null
}

export const postPage: PageRenderer = async (ctx, params) => {
  const post = await find(ctx, params)
  if (!post) return null
  const { meta_title, meta_description, opengraph_title, opengraph_description } = post.meta ?? {}
  const pictures = await ctx.files.byIds(filesOf({ body: post.body, coverFileId: post.cover_file_id, gallery: post.gallery }))
  const gallery = post.gallery?.images.flatMap(({ file_id, caption, alt }) => {
    const file = pictures.get(file_id)
    return file ? [{ src: ctx.files.url(file, 'large'), caption, alt: alt || caption }] : []
  })
  const cover = pictures.get(post.cover_file_id ?? post.gallery?.images[0]?.file_id ?? 0)
  const author = post.hide_meta_info ? '' : `<p>${escapeHtml(post.author_name)}</p>`
  const shown = (gallery ?? []).map(
    ({ src, caption, alt }) =>
      `<figure><img src="${escapeHtml(src)}" alt="${escapeHtml(alt)}" loading="lazy">${caption && `<figcaption>${escapeHtml(caption)}</figcaption>`}</figure>`,
  )
  return {
    title: opengraph_title || meta_title || `${post.name || post.excerpt.slice(0, 80)} · ${ctx.community.name}`,
    description: opengraph_description || meta_description || post.excerpt.slice(0, 200),
    image: cover && `${ctx.community.url}${ctx.files.url(cover, 'medium')}`,
    html: `<h1>${escapeHtml(post.name)}</h1>${author}${shown.join('')}${richTextHtml(addressFiles(post.body, ctx.files))}${post.custom_html ?? ''}`,
  }
}

const LINKED = 10
/** The newest posts of a space as links with their first words. */
export async function spaceBeginning(ctx: Ctx, spaceId: number): Promise<string> {
  const [space, rows] = await Promise.all([ctx.use(spaces).card(spaceId), ctx.read(spaceFeed('latest', LINKED, false), [spaceId])])
  return rows
    .slice(0, LINKED)
    .map(
      (row) =>
        `<h2><a href="/c/${escapeHtml(space?.slug)}/${escapeHtml(row.slug)}">${escapeHtml(row.name || row.excerpt.slice(0, 80))}</a></h2><p>${escapeHtml(row.excerpt)}</p>`,
    )
    .join('')
}

export const postPrefetch: Prefetcher = async (_ctx, params) => [
  { route: posts.routes.show, input: { params: { spaceId: params.space, postSlug: params.slug } } },
]

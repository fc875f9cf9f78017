/** The public page of a post as HTML, for link previews, search engines and the first paint. */
import { addressFiles, type Ctx, escapeHtml, type PageRenderer, type Prefetcher, richTextHtml } from '@atrium/sdk/server'
import spaces from '../../spaces/contract.ts'
import posts from '../contract.ts'
import { postPolicy } from './policies.ts'
import { bySlug, type PostRow, spaceFeed } from './reads.ts'

async function find(ctx: Ctx, params: Record<string, string>): Promise<PostRow | null> {
  const space = await ctx.use(spaces).bySlug(params.space!)
  const [post] = space ? await ctx.read(bySlug, [space.id, params.slug!]) : []
  return post && (await postPolicy.view(ctx, post)) ? post : null
}

export const postPage: PageRenderer = async (ctx, params) => {
  const post = await find(ctx, params)
  if (!post) return null
  const cover = post.cover_file_id === null ? undefined : (await ctx.files.byIds([post.cover_file_id])).get(post.cover_file_id)
  return {
    title: `${post.name || post.excerpt.slice(0, 80)} · ${ctx.community.name}`,
    description: post.excerpt.slice(0, 200),
    image: cover && `${ctx.community.url}${ctx.files.url(cover, 'medium')}`,
    html: `<main class="prose mx-auto max-w-[720px] p-6"><h1>${escapeHtml(post.name)}</h1><p>${escapeHtml(post.author_name)}</p>${richTextHtml(addressFiles(post.body, ctx.files))}</main>`,
  }
}

const LINKED = 10
/** The newest posts of a space as links with their first words. */
export async function spaceBeginning(ctx: Ctx, spaceId: number): Promise<string> {
  const [space, rows] = await Promise.all([ctx.use(spaces).card(spaceId), ctx.read(spaceFeed.latest.first, [spaceId, LINKED])])
  return rows
    .map(
      (row) =>
        `<h2><a href="/c/${escapeHtml(space?.slug)}/${escapeHtml(row.slug)}">${escapeHtml(row.name || row.excerpt.slice(0, 80))}</a></h2><p>${escapeHtml(row.excerpt)}</p>`,
    )
    .join('')
}

export const postPrefetch: Prefetcher = async (_ctx, params) => [
  { route: posts.routes.show, input: { params: { spaceId: params.space, postSlug: params.slug } } },
]

/** Posts as visitors read them before any script runs: the page of one, and the beginning of lists. */
import { cutAtWord, type Ctx, type FileInfo, html, type Markup, type PageHead, parts, signInPath, type Teaser, trusted } from '@atrium/sdk/server'
import { LRUCache } from 'lru-cache'
import content, { type Visit } from '../../content/contract.ts'
import spaces, { type SpaceCard } from '../../spaces/contract.ts'
import type { Gallery } from './entities.ts'
import { filesOf, titleOf } from './service/body.ts'
import { findAt } from './service/find.ts'
import { listHome, mostRead } from './service/lists.ts'
import { allTopics, type PostRow, publishedIn, spaceFeed } from './reads.ts'

interface Found {
  post: PostRow
  space: SpaceCard
  /** Seen by nothing but its shared address. */
  shared: boolean
}
async function find(ctx: Ctx, visit: Visit): Promise<Found | null> {
  const found = await findAt(ctx, visit)
  const space = found && (await ctx.use(spaces).bySlug(visit.space))
  return space ? { post: found.post, space, shared: found.isShared } : null
}

/** What visitors read is the same for all of them. The rights are asked each time, and whatever changes the post or the number of its comments makes another key; the words of a changed comment stay for ten seconds. */
const drawn = new LRUCache<string, PageHead>({ ttl: 10_000, maxSize: 16_000_000, sizeCalculation: ({ body }) => (body?.html.length ?? 0) * 2 + 1_000 })

export async function postPage(ctx: Ctx, visit: Visit): Promise<PageHead | null> {
  const found = await find(ctx, visit)
  if (!found) return null
  const { post, space, shared } = found
  if (ctx.member || shared) return draw(ctx, found)
  const { community, locale } = ctx
  const state = [post.id, post.updated_at.getTime(), post.comments_count, post.likes_count]
  const key = [community.id, community.url, community.name, locale, space.slug, space.name, space.commentSort, ...state].join('\n')
  const known = drawn.get(key)
  if (known) return known
  const head = await draw(ctx, found)
  drawn.set(key, head)
  return head
}

async function draw(ctx: Ctx, found: Found): Promise<PageHead> {
  const { post, space, shared } = found
  const { meta_title, meta_description, opengraph_title, opengraph_description } = post.meta ?? {}
  const path = `/c/${space.slug}/${post.slug}`
  // Members have the shell at once, which shows them what they may do there.
  const talks = !ctx.member && !shared && post.status === 'published'
  const talk = { kind: 'post', id: post.id, path, count: post.comments_count }
  const ids = filesOf({ body: post.body, coverFileId: post.cover_file_id, gallery: post.gallery })
  const [pictures, people, topics, said] = await Promise.all([
    ctx.files.byIds(ids),
    ctx.members.byIds([post.author_member_id]),
    post.topic_ids.length > 0 ? ctx.read(allTopics) : [],
    talks && ctx.use(content).visitorTalk({ ...talk, open: post.is_comments_enabled && !post.is_comments_closed, sort: space.commentSort }),
  ])
  const own = post.cover_file_id === null ? undefined : pictures.get(post.cover_file_id)
  const cover = own ?? pictures.get(post.gallery?.images[0]?.file_id ?? 0)
  const author = people.get(post.author_member_id)!
  const labels = topics
    .filter(({ id }) => post.topic_ids.includes(id))
    .map(({ id, name }) => ({ text: name, to: shared ? undefined : `/c/${space.slug}?topic=${id}` }))
  return {
    title: opengraph_title || meta_title || `${titleOf(post)} · ${ctx.community.name}`,
    description: opengraph_description || meta_description || cutAtWord(post.excerpt, 200),
    image: cover && `${ctx.community.url}${ctx.files.url(cover, 'medium')}`,
    body: html`<article>
<div class="mb-3 flex min-h-8 items-center max-desk:min-h-11">${shared ? html`<span class="text-13 text-text-3">${ctx.t('post.shared', { community: ctx.community.name })}</span>` : parts.link(`/c/${space.slug}`, space.name)}</div>
${parts.heading(titleOf(post) || ctx.t('card.untitled'))}
${!post.hide_meta_info && parts.byline(ctx, author, post.published_at ?? post.created_at)}
${own && html`<div class="mb-6 overflow-hidden rounded-card">${parts.picture(ctx.files.url(own, 'medium'), { ratio: 1.9, first: true })}</div>`}
${post.gallery && gallery(ctx, post.gallery, pictures)}
${parts.prose(ctx, post.body)}
${post.custom_html && html`<div class="rich-text mt-4 overflow-hidden">${trusted(post.custom_html)}</div>`}
${parts.badges(ctx.t('card.topics'), labels)}
${said && html`<div class="mt-6 border-y border-border py-1">${ctx.use(content).visitorActs({ ...talk, likes: post.is_liking_enabled ? post.likes_count : undefined, comments: post.comments_count })}</div>${said}`}
${shared && !ctx.member && html`<p class="mt-8">${parts.link(signInPath(path), ctx.t('post.sign_in'))}</p>`}
</article>`,
    aside:
      shared || post.hide_meta_info
        ? undefined
        : html`<section><h2 class="mb-2.5 text-13 font-semibold">${author.name}</h2><div class="flex items-center gap-3">${parts.face(author)}<p class="text-13 text-text-2">${author.headline}</p></div></section>`,
  }
}

function gallery(ctx: Ctx, { images }: Gallery, pictures: Map<number, FileInfo>): Markup {
  const shown = images.flatMap(({ file_id, caption, alt }) => {
    const file = pictures.get(file_id)
    if (!file) return []
    const image = parts.picture(ctx.files.url(file, 'medium'), { ratio: (file.width ?? 1) / (file.height ?? 1), alt: alt || caption })
    return html`<figure class="mb-3 break-inside-avoid overflow-hidden rounded-card">${image}${caption && html`<figcaption class="mt-1.5 text-13 text-text-2">${caption}</figcaption>`}</figure>`
  })
  return html`<div class="mb-5 gap-3 ${images.length > 1 && 'sm:columns-2'}">${shown}</div>`
}

const LISTED = 10
/** Posts as a list begins; `inSpace` leaves out where they lie. */
async function list(ctx: Ctx, rows: PostRow[], inSpace: boolean): Promise<Markup> {
  const shown = rows.slice(0, LISTED)
  const [people, pictures, places] = await Promise.all([
    ctx.members.byIds(shown.map((row) => row.author_member_id)),
    ctx.files.byIds(shown.flatMap((row) => row.cover_file_id ?? [])),
    ctx.use(spaces).cards(shown.map((row) => row.space_id)),
  ])
  const teasers = shown.map((row): Teaser => {
    const place = places.get(row.space_id)!
    const path = `/c/${place.slug}/${row.slug}`
    const cover = row.cover_file_id === null ? undefined : pictures.get(row.cover_file_id)
    const { id, likes_count, comments_count } = row
    return {
      to: path,
      title: titleOf(row) || ctx.t('card.untitled'),
      note: inSpace && row.pinned_at !== null && ctx.t('card.pinned'),
      author: row.hide_meta_info ? null : people.get(row.author_member_id),
      place: inSpace ? undefined : { name: place.name, to: `/c/${place.slug}`, mark: place.emoji },
      at: row.hide_meta_info ? undefined : (row.published_at ?? row.created_at),
      text: parts.prose(ctx, row.body, true),
      more: row.is_truncated && ctx.t('card.more'),
      picture: cover && ctx.files.url(cover, 'medium'),
      foot: ctx.use(content).visitorActs({ kind: 'post', id, path, likes: row.is_liking_enabled ? likes_count : undefined, comments: comments_count }),
    }
  })
  return parts.teasers(ctx, teasers)
}
/** The newest posts of a space. */
export const spaceBeginning = async (ctx: Ctx, spaceId: number): Promise<Markup> =>
  html`<div class="mt-14 max-desk:mt-19">${await list(ctx, await ctx.read(spaceFeed('latest', LISTED, false), [spaceId]), true)}</div>`

const [WEEK, WEEKS] = [7 * 86_400_000, 4]
/** How many posts a space has, and how many came out in each of the last weeks. */
export async function postsTold(ctx: Ctx, spaceId: number): Promise<string[]> {
  const [count, [fresh]] = await Promise.all([
    ctx.use(spaces).postsCount(spaceId),
    ctx.read(publishedIn, [spaceId, new Date(ctx.now().getTime() - WEEKS * WEEK)]),
  ])
  const weekly = Math.round((fresh?.count ?? 0) / WEEKS)
  return [...(count > 0 ? [ctx.t('outside.posts', { count })] : []), ...(weekly > 0 ? [ctx.t('outside.weekly', { count: weekly })] : [])]
}

/** On the home page, for visitors: the newest posts of all public spaces, and what people read. */
export async function homeBeginning(ctx: Ctx): Promise<{ feed: Markup; aside: Markup }> {
  const { visibleIds, isFeatured } = await ctx.use(spaces).access()
  const [rows, read] = await Promise.all([listHome(ctx, visibleIds().filter(isFeatured), { sort: 'latest', per_page: LISTED, page: 1 }), mostRead(ctx)])
  const line = (post: (typeof read)[number], index: number) =>
    html`<li class="flex gap-3"><span class="w-3 text-13 text-text-3 tabular-nums">${index + 1}</span><div class="min-w-0 flex-1"><a href="${post.url}" class="text-13 font-semibold hover:underline">${post.name}</a><p class="text-12 text-text-3">${post.space_name} · ${ctx.t('reading.replies', { count: post.comments_count })}</p></div></li>`
  return {
    feed: html`<section><h2 class="mb-4 text-17 leading-7">${ctx.t('feed.label')}</h2>${rows.length > 0 ? await list(ctx, rows, false) : html`<p class="text-text-2">${ctx.t('empty.all_title')}</p>`}</section>`,
    aside: html`${read.length > 0 && html`<section><h2 class="mb-2.5 text-13 font-semibold">${ctx.t('reading.title')}</h2><ol class="grid gap-3">${read.map(line)}</ol></section>`}`,
  }
}

/**
 * The public page of a post as HTML: for visitors, who read it before any script runs, for link previews and search engines.
 * It follows web/screens/Post.tsx and the comments below it, with the same utilities, so that the shell changes nothing on it.
 */
import { formatDateIn, hueOf, initialsOf, timeIn } from '@atrium/sdk'
import { addressFiles, cutAtWord, type Ctx, escapeHtml, type PageHead, type PageRenderer, type Prefetcher, richTextHtml } from '@atrium/sdk/server'
import { LRUCache } from 'lru-cache'
import content, { type SaidComment } from '../../content/contract.ts'
import spaces, { type SpaceCard } from '../../spaces/contract.ts'
import posts from '../contract.ts'
import { filesOf, titleOf } from './service/body.ts'
import { rowBySlug } from './service/find.ts'
import { postPolicy } from './policies.ts'
import { allTopics, byShares, type PostRow, spaceFeed } from './reads.ts'

interface Found {
  post: PostRow
  space: SpaceCard
  /** Seen by nothing but its shared address. */
  shared: boolean
}
async function find(ctx: Ctx, params: Record<string, string>): Promise<Found | null> {
  const space = await ctx.use(spaces).bySlug(params.space!)
  if (!space) return null
  const post = await rowBySlug(ctx, space.id, params.slug!)
  if (post) return (await postPolicy.view(ctx, post)) ? { post, space: (await ctx.use(spaces).card(post.space_id)) ?? space, shared: false } : null
  const shared = (await ctx.read(byShares, [[params.slug!]])).find((row) => row.space_id === space.id)
  return shared ? { post: shared, space, shared: true } : null
}

/** Comments that come with the page; the shell brings the others. */
const SAID = 20

/** What visitors read is the same for all of them. The rights are asked each time, and whatever changes the post or the number of its comments makes another key; the words of a changed comment stay for ten seconds. */
const drawn = new LRUCache<string, PageHead>({ ttl: 10_000, maxSize: 16_000_000, sizeCalculation: ({ html = '' }) => html.length * 2 + 1_000 })

export const postPage: PageRenderer = async (ctx, params) => {
  const found = await find(ctx, params)
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
  // Members have the shell at once, which shows them what they may do there.
  const talks = !ctx.member && !shared && post.status === 'published'
  const ids = filesOf({ body: post.body, coverFileId: post.cover_file_id, gallery: post.gallery })
  const [pictures, people, topics, said] = await Promise.all([
    ctx.files.byIds(ids),
    ctx.members.byIds([post.author_member_id]),
    post.topic_ids.length > 0 ? ctx.read(allTopics) : [],
    talks && post.comments_count > 0 ? ctx.use(content).said('post', post.id, { sort: space.commentSort, limit: SAID }) : [],
  ])
  const gallery = post.gallery?.images.flatMap(({ file_id, caption, alt }) => {
    const file = pictures.get(file_id)
    if (!file) return []
    const shape = file.width && file.height ? ` width="${file.width}" height="${file.height}" style="aspect-ratio:${file.width}/${file.height}"` : ''
    const image = `<img src="${escapeHtml(ctx.files.url(file, 'medium'))}" alt="${escapeHtml(alt || caption)}"${shape} loading="lazy" class="block w-full rounded-card bg-skeleton object-cover">`
    return `<figure class="mb-3 break-inside-avoid">${image}${caption && `<figcaption class="mt-1.5 text-13 text-text-2">${escapeHtml(caption)}</figcaption>`}</figure>`
  })
  const own = post.cover_file_id === null ? undefined : pictures.get(post.cover_file_id)
  const cover = own ?? pictures.get(post.gallery?.images[0]?.file_id ?? 0)
  const title = escapeHtml(titleOf(post) || ctx.t('card.untitled'))
  const author = people.get(post.author_member_id)!
  const address = escapeHtml(`/c/${space.slug}`)
  return {
    title: opengraph_title || meta_title || `${titleOf(post)} · ${ctx.community.name}`,
    description: opengraph_description || meta_description || cutAtWord(post.excerpt, 200),
    image: cover && `${ctx.community.url}${ctx.files.url(cover, 'medium')}`,
    whole: true,
    html:
      `<article><div class="mb-3 flex items-center justify-between gap-2"><div class="flex min-h-8 items-center max-desk:min-h-11">${
        shared
          ? `<span class="text-13 text-text-3">${escapeHtml(ctx.t('post.shared', { community: ctx.community.name }))}</span>`
          : `<a href="${address}" class="${QUIET_LINK}">${escapeHtml(space.name)}</a>`
      }</div></div>` +
      `<h1 class="text-24 leading-[1.875rem] font-semibold tracking-[-0.021em] text-balance sm:text-32 sm:leading-[2.375rem]">${title}</h1>` +
      (post.hide_meta_info
        ? ''
        : `<header class="mt-4 mb-4 flex items-center gap-3">${faceHtml(author, 40)}<div class="min-w-0"><p class="flex items-center gap-1.5"><a href="/u/${escapeHtml(author.publicUid)}" class="truncate font-semibold hover:underline">${escapeHtml(author.name)}</a></p><p class="truncate text-13 text-text-3">${
            author.headline ? `${escapeHtml(author.headline)} · ` : ''
          }${timeHtml(post.published_at ?? post.created_at, formatDateIn(ctx.locale, post.published_at ?? post.created_at, 'date'))}</p></div></header>`) +
      (own
        ? `<div class="mb-6 overflow-hidden rounded-card"><img src="${escapeHtml(ctx.files.url(own, 'medium'))}" alt="" fetchpriority="high" style="aspect-ratio:1.9" class="block w-full bg-skeleton object-cover"></div>`
        : '') +
      (gallery?.length ? `<div class="mb-5"><div class="gap-3 ${gallery.length > 1 ? 'sm:columns-2' : ''}">${gallery.join('')}</div></div>` : '') +
      `<div class="rich-text">${richTextHtml(addressFiles(post.body, ctx.files))}</div>` +
      (post.custom_html ? `<div class="rich-text mt-4 overflow-hidden">${post.custom_html}</div>` : '') +
      topicsHtml(
        topics.filter(({ id }) => post.topic_ids.includes(id)),
        shared ? null : space,
        ctx.t('card.topics'),
      ) +
      (talks
        ? talkHtml(ctx, found, said)
        : shared && !ctx.member
          ? `<p class="mt-8"><a href="${signIn(post, space)}" class="${QUIET_LINK}">${escapeHtml(ctx.t('post.sign_in'))}</a></p>`
          : '') +
      '</article>',
    aside:
      shared || post.hide_meta_info
        ? undefined
        : `<section><h2 class="mb-2.5 text-13 font-semibold">${escapeHtml(author.name)}</h2><div class="flex items-center gap-3">${faceHtml(author, 40)}<p class="text-13 text-text-2">${escapeHtml(author.headline ?? '')}</p></div></section>`,
  }
}

/** Each leads to the posts of the space that carry it; who sees one post alone has nowhere to go. */
function topicsHtml(topics: { id: number; name: string }[], space: SpaceCard | null, label: string): string {
  if (topics.length === 0) return ''
  const all = topics.map(({ id, name }) => {
    const badge = `<span class="inline-flex h-5 items-center gap-1 whitespace-nowrap rounded-mark px-[7px] text-12 font-medium leading-none bg-hover text-text-2">${escapeHtml(name)}</span>`
    return `<li>${space ? `<a href="/c/${escapeHtml(space.slug)}?topic=${id}" class="inline-flex min-h-6 items-center hover:underline">${badge}</a>` : badge}</li>`
  })
  return `<ul class="mt-6 flex flex-wrap gap-1.5" aria-label="${escapeHtml(label)}">${all.join('')}</ul>`
}

/** What others have said and done about it. */
function talkHtml(ctx: Ctx, { post, space }: Found, said: SaidComment[]): string {
  const open = post.is_comments_enabled && !post.is_comments_closed
  const counts = [
    post.is_liking_enabled && post.likes_count > 0 && ctx.t('view.likes', { count: post.likes_count }),
    post.comments_count > 0 && ctx.t('page.comments', { count: post.comments_count }),
  ].filter((count) => count !== false)
  const one = (comment: SaidComment, size: number) => commentHtml(ctx, comment, size)
  const threads = said.map(
    (comment) =>
      `<li>${one(comment, 32)}${comment.replies.length ? `<ul class="ml-4 mt-4 grid gap-4 border-l-[1.5px] pl-4 desk:ml-11">${comment.replies.map((reply) => `<li>${one(reply, 28)}</li>`).join('')}</ul>` : ''}</li>`,
  )
  return (
    `<div class="mt-6 border-y border-border py-1"><p class="mt-2 flex min-h-10 items-center gap-4 max-desk:min-h-11 text-13 text-text-2">${counts.map((count) => `<span>${escapeHtml(count)}</span>`).join('')}</p></div>` +
    `<section id="comments" class="mt-6 scroll-mt-20"><div class="mb-4 flex min-h-7 items-center"><h2 class="text-17">${escapeHtml(ctx.t('page.comments', { count: post.comments_count }))}</h2></div>` +
    (open
      ? `<p class="mb-6 flex min-h-[52px] flex-wrap items-center justify-between gap-2 rounded-card bg-hover px-4 text-13 max-desk:min-h-20 max-desk:flex-col max-desk:items-start max-desk:py-3">${escapeHtml(ctx.t('page.sign_in'))} <a href="${signIn(post, space)}" class="${QUIET_LINK} bg-surface">${escapeHtml(ctx.t('page.sign_in_action'))}</a></p>`
      : '') +
    `<ul class="grid gap-[22px]">${threads.join('')}</ul></section>`
  )
}

const QUIET_LINK = 'inline-flex h-7 items-center justify-center gap-1.5 rounded-control px-2.5 text-13 font-medium text-text-2 hover:bg-hover hover:text-text'
const signIn = (post: PostRow, space: SpaceCard) => `/sign_in?post_login_redirect=${encodeURIComponent(`/c/${space.slug}/${post.slug}`)}`
const timeHtml = (value: Date, text: string) => `<time datetime="${value.toISOString()}">${escapeHtml(text)}</time>`

function faceHtml({ id, name, avatarUrl }: { id: number; name: string; avatarUrl: string | null }, size: number): string {
  const style = `width:${size}px;height:${size}px;font-size:${size * 0.37}px;--h:${hueOf(id)}`
  const look = 'relative inline-grid shrink-0 place-items-center rounded-full'
  return avatarUrl
    ? `<span class="${look}" style="${style}"><img src="${escapeHtml(avatarUrl)}" alt="" width="${size}" height="${size}" loading="lazy" class="size-full rounded-full bg-skeleton object-cover"></span>`
    : `<span class="${look} initials" style="${style}"><span aria-hidden="true" data-initials="${escapeHtml(initialsOf(name))}" class="before:content-[attr(data-initials)]"></span></span>`
}

function commentHtml(ctx: Ctx, { id, author, text, at, removed }: SaidComment, size: number): string {
  const when = timeHtml(at, timeIn(ctx.locale, at))
  const look = 'grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 scroll-mt-24'
  if (removed)
    return `<div id="message_${id}" class="${look}"><span class="rounded-full bg-hover" style="width:${size}px;height:${size}px"></span><p class="py-1.5 text-13 italic text-text-3">${escapeHtml(ctx.t('page.removed'))} · ${when}</p></div>`
  const name = author
    ? `<a href="/u/${escapeHtml(author.publicUid)}" class="text-13 font-semibold hover:underline">${escapeHtml(author.name)}</a>`
    : `<span class="text-13 text-text-3">${escapeHtml(ctx.t('page.gone'))}</span>`
  const words = text
    .split('\n')
    .filter((line) => line.trim())
    .map((line) => `<p>${escapeHtml(line)}</p>`)
  return `<article id="message_${id}" class="${look}">${faceHtml(author ?? { id: 0, name: '?', avatarUrl: null }, size)}<div class="min-w-0"><div class="flex flex-wrap items-center gap-x-1.5 gap-y-0.5">${name}<span class="text-12 text-text-3">${when}</span></div><div class="text-15"><div class="rich-text">${words.join('')}</div></div><div class="mt-1 h-8 max-desk:h-11"></div></div></article>`
}

const LINKED = 10
/** The newest posts of a space as links with their first words. */
export async function spaceBeginning(ctx: Ctx, spaceId: number): Promise<string> {
  const [space, rows] = await Promise.all([ctx.use(spaces).card(spaceId), ctx.read(spaceFeed('latest', LINKED, false), [spaceId])])
  return rows
    .slice(0, LINKED)
    .map((row) => `<h2><a href="/c/${escapeHtml(space?.slug)}/${escapeHtml(row.slug)}">${escapeHtml(titleOf(row))}</a></h2><p>${escapeHtml(row.excerpt)}</p>`)
    .join('')
}

export const postPrefetch: Prefetcher = async (_ctx, params) => [
  { route: posts.routes.show, input: { params: { spaceId: params.space, postSlug: params.slug } } },
]

/** What is found without asking anybody: articles, news and events, as whoever reads may see them in the community. */
import { notFound } from '@atrium/sdk'
import { type Ctx, lastId, page, type Paging } from '@atrium/sdk/server'
import events from '../../../events/contract.ts'
import posts, { type PostText } from '../../../posts/contract.ts'
import spaces from '../../../spaces/contract.ts'
import contract, { type Article } from '../../contract.ts'
import { askerOf } from './asker.ts'
import { opinionOf } from './feedback.ts'

const MOST_FOUND = 50
const NEXT_EVENTS = 3

/** Spaces with articles that this reader sees: those chosen, or all of them where none is. None while posts are off. */
export async function articleSpaces(ctx: Ctx): Promise<number[]> {
  if (!ctx.has(posts)) return []
  const visible = (await ctx.use(spaces).access()).visibleIds()
  const chosen = new Set(ctx.settings(contract).space_ids)
  return chosen.size ? visible.filter((id) => chosen.has(id)) : visible
}
async function newsSpaces(ctx: Ctx): Promise<number[]> {
  const { news_space_id: id } = ctx.settings(contract)
  return id !== null && ctx.has(posts) && (await ctx.use(spaces).access()).canView(id) ? [id] : []
}
export async function present(ctx: Ctx, found: readonly PostText[]) {
  const cards = await ctx.use(spaces).cards(found.map(({ spaceId }) => spaceId))
  return found.flatMap(({ id, spaceId, title, excerpt, slug, coverUrl, updatedAt }) => {
    const space = cards.get(spaceId)
    if (!space) return []
    return { id, space_id: spaceId, space_name: space.name, title, excerpt, path: `/c/${space.slug}/${slug}`, cover_url: coverUrl, updated_at: updatedAt }
  })
}
async function listed(ctx: Ctx, spaceIds: number[], query: Paging) {
  if (spaceIds.length === 0) return page([], { query, key: () => [] }, (one: Article) => one)
  const found = await ctx.use(posts).latest(spaceIds, query)
  return { ...found, records: await present(ctx, found.records) }
}

export async function list(ctx: Ctx, query: Paging & { space_id?: number | undefined; search_text?: string | undefined }) {
  const within = await articleSpaces(ctx)
  const spaceIds = query.space_id === undefined ? within : within.filter((id) => id === query.space_id)
  if (!query.search_text || spaceIds.length === 0) return listed(ctx, spaceIds, query)
  const hits = await ctx.search.find({ text: query.search_text, kinds: ['post'], spaceIds, spaceless: false, limit: MOST_FOUND })
  const found = await ctx.use(posts).read(
    hits.map(({ recordId }) => recordId),
    spaceIds,
  )
  const shown = await present(ctx, found)
  const after = lastId(query)
  const rest = after === null ? shown : shown.slice(shown.findIndex(({ id }) => id === after) + 1)
  return page(rest, { query, key: ({ id }) => [id], count: shown.length }, (one) => one)
}
export const news = async (ctx: Ctx, query: Paging) => listed(ctx, await newsSpaces(ctx), query)

export async function pinned(ctx: Ctx) {
  const { pinned_post_id: id } = ctx.settings(contract)
  if (id === null || !ctx.has(posts)) return null
  const found = await ctx.use(posts).read([id], (await ctx.use(spaces).access()).visibleIds())
  return (await present(ctx, found))[0] ?? null
}
/** @throws AtriumError 404 for what this reader may not see */
export async function article(ctx: Ctx, id: number) {
  if (!ctx.has(posts)) throw notFound('Article')
  const service = ctx.use(posts)
  const visible = (await ctx.use(spaces).access()).visibleIds()
  const [shown] = await present(ctx, await service.read([id], visible))
  const html = shown && (await service.html(id))
  if (!shown || !html) throw notFound('Article')
  return { ...shown, html: html.html, is_helpful: await opinionOf(ctx, await askerOf(ctx), id) }
}
export async function groups(ctx: Ctx) {
  const within = new Set(await articleSpaces(ctx))
  const tree = await ctx.use(spaces).tree()
  return tree.flatMap(({ id, name, spaces: all }) => {
    const shown = all.filter((space) => within.has(space.id)).map((space) => ({ id: space.id, name: space.name }))
    return shown.length ? { id, name, spaces: shown } : []
  })
}
export async function nextEvents(ctx: Ctx) {
  if (!ctx.settings(contract).shows_events || !ctx.has(events)) return []
  const service = ctx.use(events)
  const next = (await service.upcoming(NEXT_EVENTS)).filter((one) => !one.is_cancelled)
  return next.map(({ occurrence_id: id, name, starts_at, url, location_type }) => ({ id, name, starts_at, path: url, place: location_type }))
}

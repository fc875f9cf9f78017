/** Private calendars: an address with a secret that calendar programs ask again and again, of one space or of all that a member goes to. */
import { createHash } from 'node:crypto'
import { notFound } from '@atrium/sdk'
import { actingAs, type Ctx, hashToken, isoOf, newToken, type PluginHost, raw } from '@atrium/sdk/server'
import { LRUCache } from 'lru-cache'
import spaces from '../../../spaces/contract.ts'
import { Feed } from '../entities.ts'
import { feedMark, feedOf, type IcsRow, mineMark, mineOf } from '../reads.ts'
import { icsFile, icsText } from './calendar.ts'

/** Days back that a feed reaches. */
const BACK = 90 * 86_400_000

const shown = (ctx: Ctx, feed: { spaceId: number; tokenSealed: string; lastReadAt?: Date | null | undefined }) => {
  const token = ctx.unseal(feed.tokenSealed)
  const url = `${ctx.community.url}/public/event_feeds/${token}/calendar.ics`
  const webcal = url.replace(/^https?:/, 'webcal:')
  return {
    space_id: feed.spaceId || null,
    url,
    webcal_url: webcal,
    google_url: `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcal)}`,
    caldav_url: `${ctx.community.url}/caldav/${token}/`,
    last_read_at: isoOf(feed.lastReadAt ?? null),
  }
}

export async function listFeeds(ctx: Ctx) {
  const feeds = await ctx.em.find(Feed, { memberId: ctx.me().id }, { orderBy: { spaceId: 'asc' }, limit: 500 })
  return { records: feeds.map((feed) => shown(ctx, feed)) }
}

export async function openFeed(ctx: Ctx, spaceId: number | null, reset: boolean) {
  if (spaceId !== null && !(await ctx.use(spaces).access()).canView(spaceId)) throw notFound('Space')
  const which = { memberId: ctx.me().id, spaceId: spaceId ?? 0 }
  const { token, hash } = newToken()
  await ctx.sql(
    `insert into events.feed (community_id, member_id, space_id, token_hash, token_sealed) values ($1, $2, $3, $4, $5)
     on conflict (community_id, member_id, space_id) do update
       set token_hash = excluded.token_hash, token_sealed = excluded.token_sealed, last_read_at = null, updated_at = now() where $6::boolean`,
    [which.memberId, which.spaceId, hash, ctx.seal(token), reset],
  )
  return shown(ctx, (await ctx.em.findOne(Feed, which, { refresh: true }))!)
}

export const closeFeed = (ctx: Ctx, spaceId: number | null): Promise<number> => ctx.em.nativeDelete(Feed, { memberId: ctx.me().id, spaceId: spaceId ?? 0 })

let host: PluginHost | undefined
export const hostFeeds = async (given: PluginHost): Promise<void> => {
  host = given
}

/** A private calendar as its owner may read it at this moment. */
export interface Calendar {
  owner: Ctx
  token: string
  name: string
  /** Changes with anything that the calendar says. */
  mark: string
  rows(): Promise<IcsRow[]>
}
/**
 * Work with the calendar behind an address, with its owner's rights of this moment. A request acts for nobody but who made it, and a calendar
 * program is nobody here, so it is read beside the request.
 * @throws AtriumError 404 for an unknown address, and for whoever is no member any more
 */
export async function withCalendar<T>(ctx: Ctx, token: string, work: (calendar: Calendar) => Promise<T>): Promise<T> {
  const found = await host?.run(ctx.community.id, async (beside) => {
    const calendar = await calendarOf(beside, token)
    return calendar && { reply: await work(calendar) }
  })
  if (!found) throw notFound('Calendar')
  return found.reply
}
async function calendarOf(ctx: Ctx, token: string): Promise<Calendar | null> {
  const feed = await ctx.em.findOne(Feed, { tokenHash: hashToken(token) }, { disableIdentityMap: true })
  const owner = feed && (await actingAs(ctx, feed.memberId))
  if (!owner) return null
  const access = await owner.use(spaces).access()
  if (feed.spaceId && !access.canView(feed.spaceId)) return null
  const from = new Date(ctx.now().getTime() - BACK)
  const values = feed.spaceId ? [feed.memberId, from, feed.spaceId] : [feed.memberId, from]
  const cards = [...(await owner.use(spaces).cards(feed.spaceId ? [feed.spaceId] : access.visibleIds())).values()]
  const name = feed.spaceId ? `${cards[0]!.name} · ${ctx.community.name}` : ctx.community.name
  const [said] = await owner.read(feed.spaceId ? feedMark : mineMark, values)
  const around = JSON.stringify([said!.mark, feed.id, name, ctx.community.url, owner.member!.isAdmin, cards.map(({ id, slug }) => [id, slug])])
  return {
    ...{ owner, token, name },
    mark: createHash('sha256').update(around).digest('base64url').slice(0, 22),
    rows: async () => (await owner.read(feed.spaceId ? feedOf : mineOf, values)).filter((row) => access.canView(row.space_id)),
  }
}

const KEPT_BYTES = 32 * 1024 * 1024
/** What was built last, by its mark: programs ask every hour, and most of the time nothing has changed. */
const kept = new LRUCache<string, string>({ maxSize: KEPT_BYTES, sizeCalculation: (body) => body.length + 1 })
export async function textOf({ owner, name, mark, rows }: Calendar): Promise<string> {
  const key = `${owner.community.id} ${mark}`
  const known = kept.get(key)
  if (known !== undefined) return known
  const body = await icsText(owner, name, await rows())
  kept.set(key, body)
  return body
}

/** The calendar as a file; 304 without a word of it for who has it as it is. @throws AtriumError 404 */
export const readFeed = (ctx: Ctx, token: string, ifNoneMatch = '') =>
  withCalendar(ctx, token, async (calendar) => {
    const etag = `"${calendar.mark}"`
    const headers = { ETag: etag, 'Cache-Control': 'private, no-cache', 'Content-Disposition': 'inline; filename="calendar.ics"' }
    const hasIt = ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
    return hasIt ? raw({ status: 304, headers, body: null }) : icsFile('calendar.ics', await textOf(calendar), headers)
  })

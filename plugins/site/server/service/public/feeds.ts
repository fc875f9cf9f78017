/** A public space as RSS and JSON Feed: what is newest in it. */
import { notFound } from '@atrium/sdk'
import { type Ctx, escapeHtml, type RawReply, raw } from '@atrium/sdk/server'
import { Feed } from 'feed'
import spaces from '../../../../spaces/contract.ts'
import site from '../../../contract.ts'
import { publicRecords, publicSpaces } from './found.ts'
import { withoutControls } from './sitemap.ts'

const NEWEST = 30

/** @throws AtriumError 404 for a space that not everybody sees, as for one that is not there */
async function feedOf(ctx: Ctx, slug: string, ending: 'xml' | 'json'): Promise<Feed> {
  const space = ctx.settings(site).seo.has_feeds ? await ctx.use(spaces).bySlug(slug) : null
  const open = space ? await publicSpaces(ctx) : null
  if (!space || !open?.has(space.id)) throw notFound('Space')
  const { url, name, locale } = ctx.community
  const link = `${url}/c/${space.slug}`
  const own = `${link}/feed.${ending}`
  const feed = new Feed({
    title: withoutControls(`${space.name} · ${name}`),
    description: withoutControls(space.name),
    ...{ id: link, link, language: locale, copyright: withoutControls(name) },
    feedLinks: ending === 'xml' ? { rss: own } : { json: own },
  })
  const found = await publicRecords(ctx, [space.id], NEWEST, true)
  // RSS has no word for what its titles are, and some readers take them for HTML too
  const plain = (text: string) => (ending === 'xml' ? text.replaceAll('<', '&lt;') : text)
  const authorOf = ({ card }: (typeof found)[number]) => (card?.hidesAuthor ? null : card?.authorMemberId)
  const people = await ctx.members.byIds(found.flatMap((one) => authorOf(one) ?? []))
  for (const one of found) {
    const { title, path, card, updatedAt } = one
    const at = url + path
    const author = people.get(authorOf(one) ?? 0)?.name
    const words = withoutControls(card?.excerpt ?? '')
    feed.addItem({
      ...{ title: plain(withoutControls(title || words.slice(0, 80) || space.name)), id: at, guid: at, link: at },
      ...{ date: updatedAt, published: card?.publishedAt ?? card?.createdAt ?? updatedAt },
      description: plain(words),
      // readers take it for HTML
      content: `<p>${escapeHtml(words)}</p>`,
      ...(author && { author: [{ name: withoutControls(author) }] }),
    })
  }
  return feed
}
const reply = (type: string, body: string): RawReply =>
  raw({ headers: { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'private, max-age=300' }, body })
export const rss = async (ctx: Ctx, slug: string): Promise<RawReply> => reply('application/rss+xml', (await feedOf(ctx, slug, 'xml')).rss2())
export const jsonFeed = async (ctx: Ctx, slug: string): Promise<RawReply> => reply('application/feed+json', (await feedOf(ctx, slug, 'json')).json1())

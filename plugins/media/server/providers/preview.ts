/** Looks at a page for its card: by the provider's own description where there is one, else by what the page says of itself. */
import { AtriumError, cut, isMovingPicture, playerOf } from '@atrium/sdk'
import { type Ctx, visibleLine } from '@atrium/sdk/server'
import type { default as Scrape } from 'open-graph-scraper'

export interface Preview {
  title: string | null
  description: string | null
  siteName: string | null
  /** Address of a picture, wherever it is. */
  image: string | null
}

/** Where players describe what they play (oEmbed), by name. */
const DESCRIBED_AT: Record<string, string> = {
  YouTube: 'https://www.youtube.com/oembed?format=json&url=',
  Vimeo: 'https://vimeo.com/api/oembed.json?url=',
  Loom: 'https://www.loom.com/v1/oembed?url=',
  Spotify: 'https://open.spotify.com/oembed?url=',
  SoundCloud: 'https://soundcloud.com/oembed?format=json&url=',
  X: 'https://publish.twitter.com/oembed?omit_script=true&url=',
}
/** Bytes of a page that are looked at: what it says of itself stands at its beginning. */
const HEAD_BYTES = 200_000
const PICTURE_BYTES = 8_388_608

/** One line of plain text, or null. */
const words = (value: unknown, most: number): string | null => {
  if (typeof value !== 'string') return null
  const text = visibleLine(value, most + 1)
  return text.length > most ? `${cut(text, most - 1)}…` : text || null
}
const address = (value: unknown, base: string): string | null =>
  typeof value === 'string' && URL.canParse(value, base) && /^https?:$/.test(new URL(value, base).protocol) ? new URL(value, base).href : null

/** @throws AtriumError as `ctx.fetch`; 422 `no_preview` for what is no page */
export async function lookAt(ctx: Pick<Ctx, 'fetch'>, url: string): Promise<Preview> {
  const player = playerOf(url)
  const described = player && DESCRIBED_AT[player.name]
  if (described) {
    const reply = await ctx.fetch(described + encodeURIComponent(url))
    const data = reply.ok ? parse(reply.text()) : null
    if (data)
      return {
        title: words(data.title, 200) ?? words(data.author_name, 200),
        description: words(data.author_name, 300),
        siteName: player.name,
        image: address(data.thumbnail_url, url),
      }
  }
  // it says all there is to say itself; whether it is a picture is seen when it is fetched
  if (isMovingPicture(url)) return { title: words(new URL(url).pathname.split('/').at(-1), 200), description: null, siteName: null, image: url }
  const reply = await ctx.fetch(url, { headers: { accept: 'text/html,application/xhtml+xml' } })
  if (!reply.ok || !/html/i.test(reply.headers['content-type'] ?? '')) throw new AtriumError(422, 'no_preview', 'Page not found.')
  const html = reply.text().slice(0, HEAD_BYTES)
  // loaded when needed: it brings an HTML parser along, which few processes use
  const { default: scrape } = await import('open-graph-scraper')
  const { result } = await scrape({ html }).catch(() => ({ result: {} as Awaited<ReturnType<typeof Scrape>>['result'] }))
  return {
    title: words(result.ogTitle ?? result.twitterTitle ?? result.dcTitle, 200),
    description: words(result.ogDescription ?? result.twitterDescription, 300),
    siteName: words(result.ogSiteName, 80),
    image: address((result.ogImage ?? result.twitterImage)?.[0]?.url, reply.url),
  }
}
function parse(text: string): Record<string, unknown> | null {
  try {
    const data = JSON.parse(text)
    return typeof data === 'object' ? data : null
  } catch {
    return null
  }
}

/** A host that cannot be reached counts as having no picture. Where our own limit of calls is reached, the error is passed on and the job tries again. */
const unlessBusy = (error: { status?: number }) => {
  if (error.status === 429 || error.status === 500) throw error
  return null
}
/** The bytes of a picture; null when there are none, or too many. */
export async function picture(ctx: Pick<Ctx, 'fetch'>, url: string): Promise<Uint8Array | null> {
  const reply = await ctx.fetch(url, { maxBytes: PICTURE_BYTES, headers: { accept: 'image/*' } }).catch(unlessBusy)
  return reply?.ok && /^image\//.test(reply.headers['content-type'] ?? '') ? reply.body : null
}

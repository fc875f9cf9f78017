/** What everybody may call: pages by id, files of pages, and what other programs read; beside it what the editor asks of blocks. */
import { AtriumError, notFound } from '@atrium/sdk'
import { type Ctx, type Handlers, raw, type RawReply } from '@atrium/sdk/server'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type site from '../../contract.ts'
import { FontTable, ReusableBlockTable } from '../entities.ts'
import { runFrames } from '../browser/frames.ts'
import { blocksOf, catalog } from '../service/blocks/catalog.ts'
import { fontFileName } from '../service/fonts.ts'
import { isPassword } from '../service/passwords.ts'
import { mainOf } from '../service/public/document.ts'
import { jsonFeed, rss } from '../service/public/feeds.ts'
import { shownBlocks } from '../service/public/head.ts'
import { languageOf, speaking } from '../service/public/language.ts'
import { INTER } from '../service/public/looks.ts'
import { oembed } from '../service/public/oembed.ts'
import { partIds } from '../service/public/parts.ts'
import { pictureOf } from '../service/public/pictures.ts'
import { codePolicy } from '../service/public/policy.ts'
import { previewOf } from '../service/public/preview.ts'
import { cookieName, cookieOf, isShown, type Page, pageById, standingOf, urlOf } from '../service/public/reading.ts'
import { codeDocument, framedSnippet } from '../service/public/snippets.ts'
import { SCRIPT } from '../service/public/script.ts'
import { robots, sitemap } from '../service/public/sitemap.ts'
import { targetsOf } from '../service/targets.ts'
import { templatesOf } from '../service/templates/index.ts'

type Own =
  | ('blocks' | 'choices' | 'targets' | 'preview' | 'templates' | 'visit' | 'passwordAttempt')
  | ('sitemap' | 'robots' | 'rss' | 'jsonFeed' | 'oembed')
  | ('script' | 'frames' | 'fontFile' | 'picture' | 'code' | 'snippetFrame')

const DAY = 86_400
const YEAR = 365 * DAY
const forGood = `public, max-age=${YEAR}, immutable`
const interFile = fileURLToPath(new URL('./fonts/inter-latin-opsz.woff2', import.meta.resolve('@atrium/sdk/theme.css')))
let inter: Promise<Buffer> | undefined

/** A page that is there for visitors. @throws AtriumError 404 */
async function shownPage(ctx: Ctx, id: number): Promise<Page & { live: NonNullable<Page['live']> }> {
  const page = await pageById(ctx, id)
  if (!isShown(page)) throw notFound('Page')
  return page
}

/** A block of code as this reader is shown it, of the page itself or of a saved block on it or round it. */
async function codeOf(ctx: Ctx, page: Page, data: Page['data'], blockId: string): Promise<string | null> {
  const isMember = ctx.member !== null
  const blocks = shownBlocks(data.content, isMember)
  const placed = blocks.filter(({ type }) => type === 'Saved').flatMap(({ props }) => (typeof props.block === 'number' ? props.block : []))
  const savedIds = [...placed, ...partIds(ctx, page)]
  const saved = savedIds.length ? await ctx.em.find(ReusableBlockTable, { id: { $in: savedIds } }) : []
  const all = [...blocks, ...saved.flatMap((one) => shownBlocks(one.data.content, isMember))]
  const found = all.find(({ type, props }) => type === 'Code' && props.id === blockId)
  return typeof found?.props.code === 'string' ? found.props.code : null
}
const codeReply = (ctx: Ctx, code: string): RawReply =>
  raw({
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': codePolicy(ctx),
      'X-Frame-Options': 'SAMEORIGIN',
      'Referrer-Policy': 'origin',
      'Cache-Control': 'private, no-cache',
    },
    body: codeDocument(code, ctx.community.locale),
  })

export const publicHandlers: Pick<Handlers<typeof site>, Own> = {
  blocks: (ctx) => catalog(ctx),
  async choices(ctx, { query: { type, field, query = '' } }) {
    const known = blocksOf(ctx).get(type)
    if (known?.block.fields[field]?.kind !== 'record' || !known.block.choices) return { records: [] }
    return { records: (await known.block.choices(ctx, field, query)).slice(0, 20) }
  },
  targets: async (ctx, { query }) => ({ records: await targetsOf(ctx, query) }),
  preview: (ctx, { body }) => previewOf(ctx, body),
  templates: async (ctx) => ({ records: await templatesOf(ctx) }),

  async visit(ctx, { params: { id } }) {
    const page = await shownPage(ctx, id)
    const standing = standingOf(ctx, page)
    // what a page says is said where it may be read; that members alone read it is no secret, its name is
    if (standing === 'members') throw notFound('Page')
    const language = languageOf(ctx, page)
    const html = standing === 'open' ? await mainOf(speaking(ctx, language), { page, data: page.live, isMember: ctx.member !== null }) : null
    return {
      id,
      slug: page.slug,
      name: page.name,
      url: urlOf(ctx, page),
      language,
      html,
      needs_password: standing === 'password',
      updated_at: page.publishedAt ?? page.updatedAt,
    }
  },
  async passwordAttempt(ctx, { params: { id }, body: { password } }) {
    const page = await shownPage(ctx, id)
    if (page.visibility !== 'password' || !page.passwordDigest) throw notFound('Page')
    if (!(await isPassword(password, page.passwordDigest))) throw new AtriumError(403, 'wrong_password', 'Incorrect password. Check it and try again.')
    const secure = ctx.community.url.startsWith('https:') ? '; Secure' : ''
    return raw({
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Set-Cookie': `${cookieName(id)}=${cookieOf(page)}; Path=/; Max-Age=${30 * DAY}; HttpOnly; SameSite=Lax${secure}`,
      },
      body: JSON.stringify({ success: true }),
    })
  },

  sitemap: (ctx) => sitemap(ctx),
  robots: (ctx) => robots(ctx),
  rss: (ctx, { params }) => rss(ctx, params.space),
  jsonFeed: (ctx, { params }) => jsonFeed(ctx, params.space),
  oembed: (ctx, { query }) => oembed(ctx, query),

  script: () => raw({ headers: { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': `public, max-age=${DAY}` }, body: SCRIPT }),
  frames: () =>
    raw({
      headers: {
        'Content-Type': 'text/javascript; charset=utf-8',
        'Cache-Control': `public, max-age=${DAY}`,
        'Cross-Origin-Resource-Policy': 'cross-origin',
      },
      body: `(${runFrames})()`,
    }),
  async fontFile(ctx, { params: { file } }) {
    const headers = { 'Content-Type': 'font/woff2', 'Cache-Control': forGood }
    if (file === INTER) {
      inter ??= readFile(interFile)
      return raw({ headers, body: await inter })
    }
    const id = /^(\d{1,15})-[\da-f]{8}\.woff2$/.exec(file)?.[1]
    const font = id ? await ctx.em.findOne(FontTable, { id: Number(id) }) : null
    if (!font || fontFileName(font) !== file) throw notFound('Font')
    const parts: Uint8Array[] = []
    for await (const part of await ctx.files.read(font.subsetFileId)) parts.push(part)
    return raw({ headers, body: Buffer.concat(parts) })
  },
  async picture(ctx, { params: { file } }) {
    const body = await pictureOf(ctx, file)
    if (!body) throw notFound('Image')
    return raw({ headers: { 'Content-Type': 'image/png', 'Cache-Control': `public, max-age=${DAY}`, 'Cross-Origin-Resource-Policy': 'cross-origin' }, body })
  },
  async code(ctx, { params: { pageId, block }, query: { key, draft } }) {
    const page = await pageById(ctx, pageId)
    const shown = isShown(page) && standingOf(ctx, page, key) === 'open' ? page.live : null
    const data = draft && ctx.can('site.manage') ? page?.data : shown
    const code = page && data ? await codeOf(ctx, page, data, block) : null
    if (code === null) throw notFound('Block')
    return codeReply(ctx, code)
  },
  snippetFrame(ctx, { params: { key } }) {
    const snippet = framedSnippet(ctx, key)
    if (!snippet) throw notFound('Snippet')
    return codeReply(ctx, snippet.code)
  },
}

/** What search engines, other sites and browsers read of a page before they show it. */
import spaces from '../../../../spaces/contract.ts'
import { type Ctx, cutAtWord, docToText, html, iconTag, type Markup, trusted, unlessRefused } from '@atrium/sdk/server'
import site, { type Block, type PageData } from '../../../contract.ts'
import { PageTable } from '../../entities.ts'
import { named } from '../blocks/fields.ts'
import { languageOf } from './language.ts'
import { fontsToPreload, type PageLook } from './looks.ts'
import { isHome, isPublic, type Page, urlOf } from './reading.ts'

/** JSON inside a script element: nothing in it may end the element. */
const inline = (data: unknown): Markup =>
  trusted(JSON.stringify(data).replace(/[<\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`))

export function titleOfPage(ctx: Ctx, page: Pick<Page, 'id' | 'name' | 'metaTitle'>): string {
  const { name: community } = ctx.community
  const name = page.metaTitle || page.name
  const { title_template: template } = ctx.settings(site).seo
  if (template) return template.replace(/\{(page|community)\}/g, (_, word: string) => (word === 'page' ? name : community))
  return name === community ? name : isHome(ctx, page) && !page.metaTitle ? community : `${name} · ${community}`
}

/** Address of the picture that stands beside a link; made of the title where nobody has chosen one. */
export async function previewPicture(ctx: Ctx, page: Page): Promise<string | null> {
  const { open_graph_image } = ctx.settings(site).seo
  const own = page.openGraphImageId ? (await ctx.files.byIds([page.openGraphImageId])).get(page.openGraphImageId) : null
  const file = own ?? (open_graph_image ? await unlessRefused(ctx.files.get(open_graph_image), null) : null)
  if (file) return `${ctx.community.url}${ctx.files.url(file, 'large')}`
  return isPublic(page) ? `${ctx.community.url}/site/previews/${page.id}-${page.version}.png` : null
}

/** The same page in other languages, itself among them; empty where there is one language. */
async function languagesOf(ctx: Ctx, page: Page): Promise<{ language: string; url: string }[]> {
  const root = page.translationOf ?? page.id
  const found = await ctx.em.find(
    PageTable,
    { $or: [{ id: root }, { translationOf: root }], deletedAt: null },
    { orderBy: { id: 'asc' }, limit: 40, exclude: ['data', 'live', 'scheduledData', 'deletedLive'] as never },
  )
  const open = found.filter(({ status, visibility, isHiddenFromSearch }) => status === 'published' && visibility === 'public' && !isHiddenFromSearch)
  return open.length > 1 ? open.map((one) => ({ language: languageOf(ctx, one), url: urlOf(ctx, one) })) : []
}

const isBlock = (value: unknown): value is Block => typeof value === 'object' && value !== null && 'type' in value && 'props' in value
/** Whom a block is shown to, and with it all that lies in it. */
const audienceOf = ({ props }: Block): string => (props.look as { audience?: string } | undefined)?.audience ?? 'everybody'
/** Every block with those in it, as far as this reader is shown them. */
export const shownBlocks = (blocks: readonly unknown[], isMember: boolean): Block[] =>
  blocks
    .filter(isBlock)
    .filter((block) => audienceOf(block) !== (isMember ? 'visitors' : 'members'))
    .flatMap((block) => [block, ...Object.values(block.props).flatMap((value) => (Array.isArray(value) ? shownBlocks(value, isMember) : []))])

/** Questions that visitors are shown. */
function questionsOf(data: PageData) {
  return shownBlocks(data.content, false)
    .filter(({ type }) => type === 'Faq')
    .flatMap(({ props }) => (Array.isArray(props.items) ? (props.items as { question: string; answer: unknown }[]) : []))
    .filter(({ question, answer }) => question && answer)
    .map(({ question, answer }) => ({ '@type': 'Question', name: question, acceptedAnswer: { '@type': 'Answer', text: docToText(answer as never) } }))
}

/** Letters that search engines show of a description. */
const DESCRIBED = 160
/** What stands first on a page, below its title, for visitors: its description where nobody has written one. */
export async function firstWords(ctx: Ctx, data: PageData): Promise<string> {
  for (const { type, props } of shownBlocks(data.content, false)) {
    const written = type === 'Heading' ? null : props.text || props.lead
    const words = typeof written === 'object' && written ? docToText(written as never) : String(written ?? '')
    if (words.trim()) return cutAtWord((await named(ctx, words)).replace(/\s+/g, ' ').trim(), DESCRIBED)
  }
  return ''
}

function structured(ctx: Ctx, page: Page, data: PageData, description: string): Markup {
  const { url, name } = ctx.community
  const here = urlOf(ctx, page)
  const { logo_url } = ctx.platform.branding
  const questions = questionsOf(data)
  const organization = { '@type': 'Organization', '@id': `${url}/#organization`, name, url: `${url}/`, ...(logo_url && { logo: new URL(logo_url, url).href }) }
  const webPage = {
    '@type': 'WebPage',
    '@id': `${here}#page`,
    url: here,
    name: page.metaTitle || page.name,
    ...(description && { description }),
    inLanguage: languageOf(ctx, page),
    publisher: { '@id': organization['@id'] },
    ...(page.publishedAt && { datePublished: page.publishedAt.toISOString(), dateModified: page.updatedAt.toISOString() }),
  }
  const crumbs = {
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name, item: `${url}/` },
      { '@type': 'ListItem', position: 2, name: page.name, item: here },
    ],
  }
  const faq = { '@type': 'FAQPage', '@id': `${here}#questions`, mainEntity: questions }
  const graph = [organization, webPage, ...(isHome(ctx, page) ? [] : [crumbs]), ...(questions.length ? [faq] : [])]
  return html`<script type="application/ld+json">${inline({ '@context': 'https://schema.org', '@graph': graph })}</script>`
}

/** Feeds of public spaces that the page leads to. */
async function feedsOf(ctx: Ctx, body: string): Promise<{ name: string; slug: string }[]> {
  if (!ctx.settings(site).seo.has_feeds) return []
  const slugs = [...new Set([...body.matchAll(/href="\/c\/([^"/?#]{1,120})(?:["/?#])/g)].map(([, slug]) => slug!))].slice(0, 5)
  if (slugs.length === 0) return []
  const service = ctx.use(spaces)
  const access = await service.accessOf('visitor')
  const cards = await Promise.all(slugs.map((slug) => service.bySlug(slug)))
  return cards.filter((card) => card !== null).filter(({ id }) => access.canView(id))
}

export interface HeadInput {
  page: Page
  data: PageData
  look: PageLook
  language: string
  /** Its HTML, for what depends on it. */
  body: string
  /** Closed, or not there at all. */
  isHidden: boolean
  /** No address of its own has it yet: it tells what it says of itself, and nothing of where it stands. */
  isPreview: boolean
  /** What the window is called where the page’s own name is nobody’s business. */
  title?: string | undefined
}
export async function headOfPage(ctx: Ctx, { page, data, look, language, body, isHidden, isPreview, title: closed }: HeadInput): Promise<Markup> {
  const { seo } = ctx.settings(site)
  const isUnlisted = isHidden || isPreview
  const isIndexed = !isUnlisted && seo.is_indexed && !page.isHiddenFromSearch
  const description = isHidden ? '' : page.metaDescription || seo.description || (await firstWords(ctx, data))
  const [title, url] = [closed ?? titleOfPage(ctx, page), urlOf(ctx, page)]
  const [image, translations, feeds] = isUnlisted ? [null, [], []] : await Promise.all([previewPicture(ctx, page), languagesOf(ctx, page), feedsOf(ctx, body)])
  const verifications = [
    ['google-site-verification', seo.google_verification],
    ['msvalidate.01', seo.bing_verification],
  ].filter(([, value]) => value)
  const { look: own } = look
  const colours =
    look.appearance === 'system'
      ? html`<meta name="theme-color" media="(prefers-color-scheme:light)" content="${own.light.background}"><meta name="theme-color" media="(prefers-color-scheme:dark)" content="${own.dark.background}">`
      : html`<meta name="theme-color" content="${own[look.appearance].background}">`
  const social = html`<meta property="og:title" content="${page.metaTitle || page.name}"><meta property="og:site_name" content="${ctx.community.name}"><meta property="og:type" content="website"><meta property="og:url" content="${url}"><meta property="og:locale" content="${language.replace('-', '_')}">${description && html`<meta property="og:description" content="${description}">`}${image && html`<meta property="og:image" content="${image}"><meta name="twitter:card" content="summary_large_image">`}`
  return html`<title>${title}</title>
${description && html`<meta name="description" content="${description}">`}${isIndexed ? html`<link rel="canonical" href="${url}">` : html`<meta name="robots" content="noindex">`}
${translations.map((one) => html`<link rel="alternate" hreflang="${one.language}" href="${one.url}">`)}${translations.length > 0 && html`<link rel="alternate" hreflang="x-default" href="${translations[0]!.url}">`}
${!isUnlisted && social}
${verifications.map(([name, value]) => html`<meta name="${name!}" content="${value!}">`)}${colours}
${trusted(iconTag({ info: ctx.community, branding: ctx.platform.branding }))}
${fontsToPreload(look).map((font) => html`<link rel="preload" as="font" type="font/woff2" href="${font}" crossorigin>`)}
${feeds.map(({ name, slug }) => html`<link rel="alternate" type="application/rss+xml" title="${name}" href="/c/${slug}/feed.xml">`)}
${!isUnlisted && html`<link rel="alternate" type="application/json+oembed" href="/oembed?url=${encodeURIComponent(url)}">${structured(ctx, page, data, description)}`}`
}

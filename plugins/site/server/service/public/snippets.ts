/** Code of admins: of what belongs in the head only what cannot run, all else in frames of no origin, after consent where it asks for some. */
import { type Ctx, html, type Markup } from '@atrium/sdk/server'
import { parseDocument } from 'htmlparser2'
import site, { type Snippet } from '../../../contract.ts'

/** Of `link` what tells of the page and loads nothing that runs. */
const RELATIONS = new Set(['me', 'author', 'license', 'preconnect', 'dns-prefetch', 'publisher', 'webmention', 'pingback', 'openid2.provider', 'verification'])
const META = ['name', 'property', 'content', 'media'] as const
const LINK = ['rel', 'href', 'hreflang', 'title', 'crossorigin'] as const
/** Names of `meta` by which a page would lead elsewhere or change its policy are no names of descriptions. */
const isPlainName = (name: string | undefined) =>
  name !== undefined && /^[\w:.-]{1,100}$/.test(name) && !/^(referrer|color-scheme|viewport|theme-color|robots)$/i.test(name)
const isWeb = (address: string | undefined) => address !== undefined && /^https:\/\/[^\s"'<>]+$/i.test(address)

interface Node {
  type: string
  name?: string
  data?: string
  attribs?: Record<string, string>
  children?: Node[]
}
const attributes = (given: Record<string, string>, names: readonly string[]) =>
  names.filter((name) => given[name] !== undefined).map((name) => html` ${name}="${given[name]!}"`)
function plainTag({ name, attribs = {} }: Node): Markup | null {
  if (name === 'meta' && !('http-equiv' in attribs) && isPlainName(attribs.name ?? attribs.property)) return html`<meta${attributes(attribs, META)}>`
  const relations = (attribs.rel ?? '').toLowerCase().split(/\s+/)
  return name === 'link' && relations.every((one) => RELATIONS.has(one)) && isWeb(attribs.href) ? html`<link${attributes(attribs, LINK)}>` : null
}

/** @returns tags for the head, and whether there is more, which needs a frame */
function parted(code: string): { tags: Markup[]; hasMore: boolean } {
  const tags: Markup[] = []
  let hasMore = false
  for (const node of (parseDocument(code) as unknown as Node).children ?? []) {
    if (node.type === 'comment' || node.type === 'directive' || (node.type === 'text' && !node.data?.trim())) continue
    const tag = node.type === 'tag' ? plainTag(node) : null
    if (tag) tags.push(tag)
    // what only tells something and is not let through is dropped; it would do nothing in a frame
    else if (node.name !== 'meta' && node.name !== 'link') hasMore = true
  }
  return { tags, hasMore }
}
const isOn = ({ is_on, code }: Snippet) => is_on && code.trim() !== ''
const needsFrame = (snippet: Snippet) => isOn(snippet) && (snippet.place === 'body' || parted(snippet.code).hasMore)

export function snippetsOf(ctx: Ctx): { head: Markup; frames: Markup; asks: ('statistics' | 'marketing')[] } {
  const { snippets } = ctx.settings(site).code
  const framed = snippets.filter(needsFrame)
  const frames = framed.map(({ key, name, consent }) => {
    const address = `/site/snippets/${encodeURIComponent(key)}`
    return consent === 'necessary'
      ? html`<iframe src="${address}" title="${name}" sandbox="allow-scripts" hidden></iframe>`
      : html`<span data-frame="${address}" data-consent="${consent}" hidden>${name}</span>`
  })
  const asks = (['statistics', 'marketing'] as const).filter((kind) => framed.some(({ consent }) => consent === kind))
  return { head: html`${snippets.filter((one) => isOn(one) && one.place === 'head').map(({ code }) => parted(code).tags)}`, frames: html`${frames}`, asks }
}
/** The snippet that a frame shows. */
export const framedSnippet = (ctx: Ctx, key: string): Snippet | null =>
  ctx.settings(site).code.snippets.find((one) => one.key === key && needsFrame(one)) ?? null

/** Stands hidden until the script has looked whether somebody has chosen already. */
export function bannerOf(ctx: Ctx, asks: readonly ('statistics' | 'marketing')[]): Markup | null {
  if (asks.length === 0) return null
  const { banner_text, privacy_link } = ctx.settings(site).code
  const more = privacy_link && html` <a href="${privacy_link}">${ctx.t('banner.more')}</a>`
  const boxes = asks.map((kind) => html`<label><input type="checkbox" name="${kind}"> ${ctx.t(`banner.${kind}`)}</label>`)
  return html`<section class="banner" id="choices" aria-label="${ctx.t('banner.title')}" hidden><p>${banner_text || ctx.t('banner.text')}${more}</p>
<fieldset hidden><legend class="sr">${ctx.t('banner.title')}</legend>${boxes}</fieldset>
<div class="btns"><button class="btn" type="button" data-choose="all">${ctx.t('banner.accept')}</button><button class="btn" type="button" data-choose="none">${ctx.t('banner.reject')}</button><button class="btn outline" type="button" data-choose="some" data-save="${ctx.t('banner.save')}">${ctx.t('banner.choose')}</button></div></section>`
}

/** What such a frame shows. */
export const codeDocument = (code: string, language: string): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Code</title><style>html,body{margin:0}</style></head><body>${code}</body></html>`

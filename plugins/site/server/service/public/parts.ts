/** Header, footer and announcement of pages: the site's own, saved blocks in their place, or nothing, as the page or else the site says. */
import { type Ctx, html, type Markup, trusted } from '@atrium/sdk/server'
import site, { PARTS } from '../../../contract.ts'
import { ReusableBlockTable } from '../../entities.ts'
import { drawBlocks } from '../blocks/draw.ts'
import type { PageLook } from './looks.ts'
import { footerOf, headerOf } from './menus.ts'
import { frameKeyOf, type Page, pathOf } from './reading.ts'

type Part = (typeof PARTS)[number]

/** What the page says, then what the site says. */
const chosen = (ctx: Ctx, page: Page, part: Part): (number | 'none')[] =>
  [page.layout?.[part] ?? null, ctx.settings(site).navigation[`${part}_block`]].filter((one) => one !== null)
/** Saved blocks that may stand round a page. */
export const partIds = (ctx: Ctx, page: Page): number[] => PARTS.flatMap((part) => chosen(ctx, page, part)).filter((one) => typeof one === 'number')

interface Round {
  isMember: boolean
  isPreview: boolean
  look: PageLook
  hasBanner: boolean
}
/** In the order of the document. A saved block that is gone counts as none chosen. */
export async function partsOf(ctx: Ctx, page: Page, { isMember, isPreview, look, hasBanner }: Round): Promise<Record<Part, Markup | null>> {
  const ids = partIds(ctx, page)
  const saved = new Map(ids.length ? (await ctx.em.find(ReusableBlockTable, { id: { $in: ids } })).map((one) => [one.id, one]) : [])
  const draw = async (part: Part, own: () => Promise<Markup> | Markup | null): Promise<Markup | null> => {
    const which = chosen(ctx, page, part).find((one) => one === 'none' || saved.has(one))
    if (which === 'none') return null
    const block = which && saved.get(which)
    if (!block) return own()
    const canvas = { isMember, isPreview: false, isDraft: isPreview, pageId: page.id || null, frameKey: frameKeyOf(page), isBeside: true }
    const inner = trusted((await drawBlocks(ctx, block.data.content, canvas)).map((one) => one.html).join('\n'))
    if (part === 'header') return html`<header>${inner}</header>`
    // who was asked about cookies can change their mind on every page
    const choices = hasBanner && html`<div class="in"><p><a href="#choices" data-choices>${ctx.t('banner.again')}</a></p></div>`
    return part === 'footer' ? html`<footer>${inner}${choices}</footer>` : html`<aside aria-label="${ctx.t('page.announcement')}">${inner}</aside>`
  }
  return {
    announcement: await draw('announcement', () => null),
    header: await draw('header', () => headerOf(ctx, look, isMember, pathOf(ctx, page))),
    footer: await draw('footer', () => footerOf(ctx, isMember, hasBanner)),
  }
}

/** A page as a whole document: nothing of the shell, one style sheet in it, one small script beside it. */
import { type Ctx, html, type Markup, trusted } from '@atrium/sdk/server'
import type { PageData } from '../../../contract.ts'
import { drawBlocks } from '../blocks/draw.ts'
import { headOfPage } from './head.ts'
import { languageOf, speaking, writtenFrom } from './language.ts'
import { lookOf, themeCss } from './looks.ts'
import { partsOf } from './parts.ts'
import { SCRIPT_ADDRESS } from './script.ts'
import { frameKeyOf, type Page } from './reading.ts'
import { bannerOf, snippetsOf } from './snippets.ts'
import { stylesOf } from './styles.ts'

export interface DocumentInput {
  page: Page
  data: PageData
  isMember: boolean
  /** Nothing of it is saved, or it is no more than a draft. */
  isPreview?: boolean
  /** In a frame of another site: without header and foot. */
  isFramed?: boolean
  /** What stands there instead of the page's blocks. */
  gate?: (ctx: Ctx, page: Page) => Markup
  isHidden?: boolean
}

/** What of a page is its own: its blocks, with a title for those who hear it. */
export async function mainOf(
  ctx: Ctx,
  { page, data, isMember, isPreview = false }: Pick<DocumentInput, 'page' | 'data' | 'isMember' | 'isPreview'>,
): Promise<string> {
  // a whole page is shown as its readers will see it, without what the editor says of empty blocks
  const canvas = { isMember, isPreview: false, isDraft: isPreview, pageId: page.id || null, frameKey: frameKeyOf(page) }
  const body = (await drawBlocks(ctx, data.content, canvas)).map((block) => block.html).join('\n')
  return /<h1[\s>]/.test(body) ? body : html`<h1 class="sr">${page.name}</h1>${trusted(body)}`.html
}

export async function documentOf(reader: Ctx, input: DocumentInput): Promise<string> {
  const { page, data, isMember, isFramed = false, isPreview = false, gate, isHidden = false } = input
  const language = languageOf(reader, page)
  const ctx = speaking(reader, language)
  const look = await lookOf(ctx, page.themeId)
  const main = gate ? gate(ctx, page).html : await mainOf(ctx, input)
  // what runs for others than its readers is not run while somebody looks how a page would be
  const { head: tags, frames, asks } = isPreview ? { head: html``, frames: html``, asks: [] } : snippetsOf(ctx)
  const isBare = isFramed || page.isBare
  const banner = bannerOf(ctx, asks)
  const parts = isBare ? null : await partsOf(ctx, page, { isMember, isPreview, look, hasBanner: banner !== null })
  const body = html`${parts && html`<a class="skip" href="#main">${ctx.t('page.skip')}</a>${parts.announcement}${parts.header}`}
<main id="main" tabindex="-1" data-screen="site/Page">${trusted(main)}</main>
${parts?.footer}${frames}${banner}`.html
  // who may not come in learns no more than that there is something for members
  const title = gate && page.visibility === 'members' ? `${ctx.t('gate.members.title')} · ${ctx.community.name}` : undefined
  const head = await headOfPage(ctx, { page, data, look, language, body: main, isHidden: isHidden || gate !== undefined, isPreview, title })
  const styles = themeCss(look) + stylesOf(body, { hasDarkLogo: body.includes('class="dk"'), appearance: look.appearance })
  return `<!doctype html>
${
  html`<html lang="${language}" dir="${writtenFrom(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${head}${tags}
<style>${trusted(styles)}</style>
<script src="${SCRIPT_ADDRESS}" defer></script>
</head>
<body>
${trusted(body)}
</body>
</html>`.html
}`
}

/** How blocks look before they are saved: each by itself for the editor, or the whole document. */
import type { Ctx } from '@atrium/sdk/server'
import { notFound, type z } from '@atrium/sdk'
import type { PageInput } from '../../../contract.ts'
import { drawBlocks, type Drawn } from '../blocks/draw.ts'
import { parsePage } from '../blocks/parse.ts'
import { documentOf } from './document.ts'
import { speaking } from './language.ts'
import { lookOf, themeCss } from './looks.ts'
import { pageById, unsavedPage } from './reading.ts'
import { stylesOf } from './styles.ts'

export interface PreviewInput {
  data?: z.output<typeof PageInput> | undefined
  page_id?: number | undefined
  theme_id?: number | null | undefined
  as: 'visitor' | 'member'
  whole: boolean
  language?: string | null | undefined
}
const NOTHING = { root: { props: {} }, content: [] }
/** @throws AtriumError 404 for a page, 422 for blocks that could not be saved */
export async function previewOf(ctx: Ctx, input: PreviewInput): Promise<{ html: string | null; css: string; blocks: Drawn[] }> {
  const isMember = input.as === 'member'
  if (input.page_id) {
    const page = await pageById(ctx, input.page_id)
    if (!page) throw notFound('Page')
    return { html: await documentOf(ctx, { page, data: page.data, isMember, isPreview: true }), css: '', blocks: [] }
  }
  const data = await parsePage(ctx, input.data ?? NOTHING)
  const language = input.language ?? ctx.community.locale
  if (input.whole) {
    const page = unsavedPage(ctx, { name: ctx.t('page.preview'), data, themeId: input.theme_id ?? null, language })
    return { html: await documentOf(ctx, { page, data, isMember, isPreview: true }), css: '', blocks: [] }
  }
  const look = await lookOf(ctx, input.theme_id ?? null)
  const blocks = await drawBlocks(speaking(ctx, language), data.content, { isMember, isPreview: true, pageId: null })
  return { html: null, css: themeCss(look) + stylesOf('', { all: true }), blocks }
}

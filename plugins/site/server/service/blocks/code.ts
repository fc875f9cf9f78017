/** HTML that an admin brings: it runs in a frame of no origin, from an address of its own. */
import { html } from '@atrium/sdk/server'
import type { PageBlock } from '../../../contract.ts'
import { type OwnDrawing, text, whole } from './fields.ts'

export const code: PageBlock = {
  type: 'Code',
  icon: 'code-xml',
  group: 'parts',
  fields: { code: { kind: 'code', max: 20_000 }, title: text(120), height: whole(40, 2_000, 320) },
  async draw(ctx, props: { code: string; title: string; height: number }, drawing: OwnDrawing) {
    if (!props.code.trim()) return null
    if (drawing.pageId === null) return html`<div class="empty" style="min-height:${Math.round(props.height)}px"><p>${ctx.t('page.code')}</p></div>`
    // who looks how a page would be sees the code as it was saved last
    const query = drawing.isDraft ? '?draft=1' : drawing.frameKey ? `?key=${drawing.frameKey}` : ''
    const src = `/site/code/${drawing.pageId}/${encodeURIComponent(drawing.blockId)}${query}`
    return html`<iframe class="code" src="${src}" title="${props.title.trim() || ctx.t('page.code.title')}" sandbox="allow-scripts" loading="lazy" height="${Math.round(props.height)}"></iframe>`
  },
}

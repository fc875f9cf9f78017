/** Words and what parts them. */
import { html } from '@atrium/sdk/server'
import type { PageBlock } from '../../../contract.ts'
import { choice, lines, richtext, titleOf } from './fields.ts'

const SIZES = ['small', 'medium', 'large'] as const

const richText: PageBlock = {
  type: 'Text',
  icon: 'align-left',
  group: 'parts',
  fields: { text: richtext, size: choice(['normal', 'large']), width: choice(['text', 'full']) },
  preset: (ctx) => ({ text: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: ctx.t('preset.text') }] }] } }),
  async draw(_ctx, props: { text: unknown; size: string; width: string }, drawing) {
    const words = await drawing.richText(props.text)
    return words.html ? html`<div class="prose${props.size === 'large' && ' big'}${props.width === 'full' && ' wide'}">${words}</div>` : null
  },
}

const title: PageBlock = {
  type: 'Heading',
  icon: 'heading',
  group: 'parts',
  fields: { text: lines(200), level: choice(['2', '3']), size: choice(SIZES, 'medium'), align: choice(['start', 'centre']) },
  preset: (ctx) => ({ text: ctx.t('preset.heading') }),
  async draw(ctx, props: { text: string; level: string; size: string; align: string }, drawing) {
    const look = `${{ small: 'h3', medium: 'h2', large: 'h1' }[props.size]}${props.align === 'centre' ? ' mid' : ''}`
    return titleOf(ctx, drawing, props.text, look, props.level === '3' ? 3 : 2)
  },
}

const divider: PageBlock = {
  type: 'Divider',
  icon: 'minus',
  group: 'layout',
  fields: { line: choice(['thin', 'thick', 'dots']) },
  draw: async (_ctx, props: { line: string }) => html`<hr class="${props.line}">`,
}

const space: PageBlock = {
  type: 'Space',
  icon: 'arrow-up',
  group: 'layout',
  fields: { height: choice(SIZES, 'medium') },
  draw: async (_ctx, props: { height: string }) => html`<div class="gap ${props.height}"></div>`,
}

export const texts = [title, richText, divider, space]

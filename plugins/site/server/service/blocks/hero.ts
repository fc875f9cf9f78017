/** The head of a page. */
import { html } from '@atrium/sdk/server'
import type { Markup } from '@atrium/sdk/server'
import type { PageBlock } from '../../../contract.ts'
import { art, artOf, type Button, buttonList, buttonsOf, choice, lines, named, picture, proseOf, text, titleOf } from './fields.ts'

const LAYOUTS = ['start', 'centre', 'beside', 'foot'] as const
interface Hero {
  layout: (typeof LAYOUTS)[number]
  eyebrow: string
  title: string
  text: string
  note: string
  buttons: Button[]
  picture: unknown
  art: string
}

export const hero: PageBlock = {
  type: 'Hero',
  icon: 'panel-top',
  group: 'sections',
  fields: {
    layout: choice(LAYOUTS),
    eyebrow: text(80),
    title: lines(160),
    text: lines(600),
    buttons: buttonList,
    note: text(120),
    picture,
    art,
  },
  preset: (ctx) => ({
    title: ctx.t('preset.hero.title'),
    text: ctx.t('preset.hero.text'),
    art: 'glow',
    buttons: [{ label: ctx.t('preset.join'), to: '/user/sign_up', look: 'solid', opens_new_tab: false }],
  }),
  async draw(ctx, props: Hero, drawing) {
    const isBehind = props.layout === 'start' || props.layout === 'foot'
    const photo = await drawing.picture(props.picture, isBehind ? { sizes: '100vw', look: 'back' } : { sizes: '(min-width: 900px) 60vw, 100vw', look: 'shot' })
    const hasPhoto = photo.html !== ''
    const words = html`<div class="hero-b">
${props.eyebrow.trim() && html`<p class="eyebrow">${await named(ctx, props.eyebrow)}</p>`}
${await titleOf(ctx, drawing, props.title, 'h1')}
${await proseOf(ctx, props.text, 'lead')}
${buttonsOf(drawing, props.buttons)}
${props.note.trim() && html`<p class="note">${await named(ctx, props.note)}</p>`}
</div>`
    const side: Markup | null = hasPhoto ? photo : !isBehind && props.layout === 'beside' ? html`<div class="shot plate">${artOf(props.art)}</div>` : null
    if (isBehind && hasPhoto) return html`<div class="hero ${props.layout} over">${photo}${words}</div>`
    return html`<div class="hero ${props.layout}">${props.layout !== 'beside' && artOf(props.art)}${words}${side}</div>`
  },
}

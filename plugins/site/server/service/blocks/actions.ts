/** What leads on: buttons, calls to act, what is counted down to. */
import { formatDateIn, signUpPath } from '@atrium/sdk'
import { html } from '@atrium/sdk/server'
import type { PageBlock } from '../../../contract.ts'
import { art, artOf, type Button, buttonList, buttonsOf, choice, lines, proseOf, text, titleOf } from './fields.ts'

const buttons: PageBlock = {
  type: 'Buttons',
  icon: 'square-check',
  group: 'parts',
  fields: { buttons: buttonList, align: choice(['start', 'centre']), stack: { kind: 'switch', default: false } },
  preset: (ctx) => ({ buttons: [{ label: ctx.t('preset.join'), to: '/user/sign_up', look: 'solid', opens_new_tab: false }] }),
  draw: async (_ctx, props: { buttons: Button[]; align: string; stack: boolean }, drawing) =>
    buttonsOf(drawing, props.buttons, `btns${props.align === 'centre' ? ' mid' : ''}${props.stack ? ' tower' : ''}`),
}

const callToAction: PageBlock = {
  type: 'CallToAction',
  icon: 'megaphone',
  group: 'sections',
  fields: { title: lines(160), text: lines(400), buttons: buttonList, align: choice(['start', 'centre']), art },
  preset: (ctx) => ({
    title: ctx.t('preset.call.title'),
    look: { background: 'brand', space_above: 'medium', space_below: 'medium', anchor: '', devices: 'all', audience: 'everybody' },
    art: 'rings',
    buttons: [{ label: ctx.t('preset.join'), to: '/user/sign_up', look: 'solid', opens_new_tab: false }],
  }),
  draw: async (ctx, props: { title: string; text: string; buttons: Button[]; align: string; art: string }, drawing) =>
    html`<div class="call${props.align === 'centre' && ' mid'}">${artOf(props.art)}<div>${await titleOf(ctx, drawing, props.title)}${await proseOf(ctx, props.text, 'lead')}</div>${buttonsOf(drawing, props.buttons)}</div>`,
}

const join: PageBlock = {
  type: 'Join',
  icon: 'user-plus',
  group: 'sections',
  fields: {
    title: lines(160),
    text: lines(400),
    button: text(60),
    note: text(200),
    style: choice(['card', 'plain']),
    align: choice(['start', 'centre'], 'centre'),
  },
  preset: (ctx) => ({ title: ctx.t('preset.join.title'), text: ctx.t('preset.join.text'), button: ctx.t('preset.join') }),
  async draw(ctx, props: { title: string; text: string; button: string; note: string; style: string; align: string }, drawing) {
    const to = drawing.isMember ? '/' : signUpPath(ctx.platform.fields.custom_sign_up_link_url)
    const label = drawing.isMember ? ctx.t('page.enter') : props.button.trim() || ctx.t('page.join')
    return html`<div class="join ${props.style}${props.align === 'centre' && ' mid'}">${await titleOf(ctx, drawing, props.title)}${await proseOf(ctx, props.text, 'lead')}<div class="btns"><a class="btn solid" href="${to}">${label}</a></div>${props.note.trim() && html`<p class="note">${props.note}</p>`}</div>`
  },
}

const PARTS = ['days', 'hours', 'minutes', 'seconds'] as const
const countdown: PageBlock = {
  type: 'Countdown',
  icon: 'timer',
  group: 'sections',
  fields: { title: lines(160), until: { kind: 'moment' }, over: text(160), buttons: buttonList },
  preset: (ctx) => ({ title: ctx.t('preset.countdown') }),
  async draw(ctx, props: { title: string; until: string | null; over: string; buttons: Button[] }, drawing) {
    const until = props.until ? new Date(props.until) : null
    if (!until) return drawing.isPreview ? html`<p class="empty">${ctx.t('page.countdown.empty')}</p>` : null
    const left = Math.max(0, Math.floor((until.getTime() - ctx.now().getTime()) / 1000))
    const over = props.over.trim() || ctx.t('page.countdown.over')
    const values = { days: Math.floor(left / 86_400), hours: Math.floor(left / 3600) % 24, minutes: Math.floor(left / 60) % 60, seconds: left % 60 }
    const clock =
      left === 0
        ? html`<p class="lead">${over}</p>`
        : html`<div class="clock" data-until="${until.toISOString()}" data-over="${over}">${PARTS.map((name) => html`<span><b data-part="${name}">${values[name]}</b> ${ctx.t(`page.countdown.${name}`)}</span>`)}</div>`
    const day = html`<p class="muted"><time datetime="${until.toISOString()}">${formatDateIn(ctx.locale, until, 'longDate', 'UTC')}</time></p>`
    return html`<div class="mid count">${await titleOf(ctx, drawing, props.title)}${clock}${day}${buttonsOf(drawing, props.buttons)}</div>`
  },
}

export const actions = [buttons, callToAction, join, countdown]

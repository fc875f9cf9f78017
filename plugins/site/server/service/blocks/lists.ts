/** Sections that list things: what one gets, what others say, steps, questions. */
import { html, type Markup } from '@atrium/sdk/server'
import type { PageBlock } from '../../../contract.ts'
import { choice, head, headOf, heading, iconField, innerLevel, lines, link, named, picture, proseOf, richtext, text } from './fields.ts'
import { icon } from '../public/icons.ts'

interface Head {
  title: string
  lead: string
  align: string
}

const features: PageBlock = {
  type: 'Features',
  icon: 'layout-grid',
  group: 'sections',
  fields: {
    ...head,
    style: choice(['cards', 'plain', 'tiles']),
    columns: choice(['2', '3', '4'], '3'),
    items: { kind: 'list', max: 24, of: { icon: iconField, picture, title: text(120), text: lines(500), to: link } },
  },
  preset: (ctx) => ({
    title: ctx.t('preset.features.title'),
    items: ['one', 'two', 'three'].map((name, at) => ({
      icon: ['sparkles', 'users', 'calendar'][at],
      picture: null,
      title: ctx.t(`preset.features.${name}`),
      text: ctx.t(`preset.features.${name}.text`),
      to: '',
    })),
  }),
  async draw(
    ctx,
    props: Head & { style: string; columns: string; items: { icon: string; picture: unknown; title: string; text: string; to: string }[] },
    drawing,
  ) {
    const items: Markup[] = []
    for (const one of props.items) {
      const photo = await drawing.picture(one.picture, { sizes: '(min-width: 900px) 33vw, 100vw', look: 'card-p' })
      const href = drawing.href(one.to)
      const sign = icon(one.icon)
      const top = photo.html
        ? photo
        : props.style === 'tiles'
          ? html`<span class="card-p swatch">${sign}</span>`
          : sign && html`<span class="sign">${sign}</span>`
      const title = one.title.trim() && heading(innerLevel(drawing, props.title), 'h3', href ? html`<a href="${href}">${one.title}</a>` : one.title)
      if (top || title || one.text.trim())
        items.push(
          html`<li class="${props.style === 'plain' ? 'item' : 'card'}">${top}<div class="card-b">${title}${await proseOf(ctx, one.text, 'muted')}</div></li>`,
        )
    }
    return items.length ? html`${await headOf(ctx, drawing, props)}<ul class="grid g${props.columns}">${items}</ul>` : null
  },
}

const quotes: PageBlock = {
  type: 'Quotes',
  icon: 'quote',
  group: 'sections',
  fields: { ...head, items: { kind: 'list', max: 12, of: { text: lines(800), name: text(80), role: text(120), picture } } },
  preset: (ctx) => ({ items: [{ text: ctx.t('preset.quote'), name: ctx.t('preset.quote.name'), role: '', picture: null }] }),
  async draw(ctx, props: Head & { items: { text: string; name: string; role: string; picture: unknown }[] }, drawing) {
    const items: Markup[] = []
    for (const one of props.items) {
      if (!one.text.trim()) continue
      const face = await drawing.picture(one.picture, { sizes: '48px', look: 'face' })
      const by =
        one.name.trim() &&
        html`<figcaption>${face}<span><b>${one.name}</b>${one.role.trim() && html`<span class="muted">${one.role}</span>`}</span></figcaption>`
      items.push(html`<li class="quote"><figure><blockquote>${await proseOf(ctx, one.text, 'say')}</blockquote>${by}</figure></li>`)
    }
    return items.length ? html`${await headOf(ctx, drawing, props)}<ul class="grid quotes g${Math.min(3, items.length)}">${items}</ul>` : null
  },
}

const steps: PageBlock = {
  type: 'Steps',
  icon: 'list-ordered',
  group: 'sections',
  fields: { ...head, items: { kind: 'list', max: 12, of: { title: text(120), text: lines(500) } } },
  preset: (ctx) => ({
    title: ctx.t('preset.steps.title'),
    items: ['one', 'two', 'three'].map((name) => ({ title: ctx.t(`preset.steps.${name}`), text: '' })),
  }),
  async draw(ctx, props: Head & { items: { title: string; text: string }[] }, drawing) {
    const items: Markup[] = []
    for (const one of props.items.filter((item) => item.title.trim() || item.text.trim()))
      items.push(
        html`<li>${one.title.trim() && heading(innerLevel(drawing, props.title), 'h3', await named(ctx, one.title))}${await proseOf(ctx, one.text, 'muted')}</li>`,
      )
    return items.length ? html`${await headOf(ctx, drawing, props)}<ol class="steps">${items}</ol>` : null
  },
}

const faq: PageBlock = {
  type: 'Faq',
  icon: 'circle-help',
  group: 'sections',
  fields: { ...head, items: { kind: 'list', max: 40, of: { question: text(200), answer: richtext } } },
  preset: (ctx) => ({ title: ctx.t('preset.faq.title'), items: [{ question: ctx.t('preset.faq.question'), answer: null }] }),
  async draw(ctx, props: Head & { items: { question: string; answer: unknown }[] }, drawing) {
    const items: Markup[] = []
    for (const one of props.items.filter(({ question }) => question.trim()))
      items.push(html`<details><summary>${one.question}${icon('plus')}</summary><div class="prose">${await drawing.richText(one.answer)}</div></details>`)
    return items.length ? html`<div class="faq">${await headOf(ctx, drawing, props)}<div>${items}</div></div>` : null
  },
}

export const listed = [features, quotes, steps, faq]

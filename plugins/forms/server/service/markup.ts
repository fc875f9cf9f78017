/** The elements of a form as HTML. */
import type { Ctx, Markup } from '@atrium/sdk/server'
import { html } from '@atrium/sdk/server'
import { type FormElement, type FormField, type FormLeaf, MAX_VALUE } from '../../contract.ts'

/** More options than these are a list to open. */
const RADIOS = 6

function controlOf(ctx: Ctx, { id, attributes }: FormField): Markup {
  const { kind, required, placeholder, options, value, parameter } = attributes
  const name = `field-${id}`
  const about = html`id="${name}" name="${name}" aria-describedby="help-${id} error-${id}"${required && html` required`}`
  const hint = html`${placeholder && html` placeholder="${placeholder}"`}`
  switch (kind) {
    case 'long_text':
      return html`<textarea ${about}${hint} rows="4" maxlength="${MAX_VALUE}"></textarea>`
    case 'email':
      return html`<input type="email" autocomplete="email" ${about}${hint} maxlength="320">`
    case 'number':
      return html`<input type="text" inputmode="decimal" ${about}${hint} maxlength="30">`
    case 'date':
      return html`<input type="date" ${about}>`
    case 'hidden':
      return html`<input type="hidden" name="${name}" value="${value}" data-parameter="${parameter}">`
    case 'checkbox':
    case 'consent':
      return html`<input type="checkbox" ${about}>`
    case 'choices':
      return html`${options.map((option) => html`<label class="pick"><input type="checkbox" name="${name}" value="${option}"><span>${option}</span></label>`)}`
    case 'choice':
      return options.length > RADIOS
        ? html`<select ${about}><option value="">${placeholder || ctx.t('page.choose')}</option>${options.map((option) => html`<option>${option}</option>`)}</select>`
        : html`${options.map((option) => html`<label class="pick"><input type="radio" name="${name}" value="${option}"${required && html` required`}><span>${option}</span></label>`)}`
    default:
      return html`<input type="text"${attributes.fills === 'name' && html` autocomplete="name"`} ${about}${hint} maxlength="1000">`
  }
}
function fieldOf(ctx: Ctx, field: FormField): Markup {
  const { id, attributes } = field
  const { kind, label, help, required, options } = attributes
  const box = html`data-field="${id}" data-kind="${kind}"`
  if (kind === 'hidden') return html`<div hidden ${box}>${controlOf(ctx, field)}<p data-error hidden></p></div>`
  const star = required && html` <span class="star" title="${ctx.t('page.required')}">*</span>`
  const below = html`<p class="help" id="help-${id}"${!help && html` hidden`}>${help}</p><p class="error" id="error-${id}" data-error role="alert" hidden></p>`
  if (kind === 'checkbox' || kind === 'consent')
    return html`<div class="field" ${box}><label class="pick">${controlOf(ctx, field)}<span>${label}${star}</span></label>${below}</div>`
  if (kind === 'choices' || (kind === 'choice' && options.length <= RADIOS))
    return html`<fieldset class="field" ${box} aria-describedby="help-${id} error-${id}"><legend>${label}${star}</legend>${controlOf(ctx, field)}${below}</fieldset>`
  return html`<div class="field" ${box}><label for="field-${id}">${label}${star}</label>${controlOf(ctx, field)}${below}</div>`
}
function leafOf(ctx: Ctx, leaf: FormLeaf): Markup {
  if (leaf.type === 'field') return fieldOf(ctx, leaf)
  if (leaf.type === 'button') return html`<button type="submit">${leaf.attributes.label}</button>`
  return leaf.attributes.size === 'heading' ? html`<h2>${leaf.attributes.text}</h2>` : html`<p class="text">${leaf.attributes.text}</p>`
}

export function elementsHtml(ctx: Ctx, elements: readonly FormElement[]): Markup {
  const all = elements.map((one) =>
    one.type === 'layout' ? html`<div class="columns">${one.children.map((child) => leafOf(ctx, child))}</div>` : leafOf(ctx, one),
  )
  const hasButton = elements.some((one) => one.type === 'button' || one.children.some((child) => (child as FormLeaf).type === 'button'))
  return html`${all}${!hasButton && html`<button type="submit">${ctx.t('new.button')}</button>`}`
}

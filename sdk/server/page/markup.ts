/** HTML as a value: the tag `html` escapes every text that is put into it, so that a page cannot forget to. */
import { escapeHtml } from '../html.ts'

/** HTML that is safe as it stands. Only `html` and `trusted` make it. */
export class Markup {
  readonly html: string
  constructor(html: string) {
    this.html = html
  }
}
/** A text is escaped, a list stands one after the other, and `null`, `undefined` and `false` are nothing. */
export type MarkupValue = Markup | string | number | null | undefined | false | readonly MarkupValue[]

function written(value: MarkupValue): string {
  if (value instanceof Markup) return value.html
  if (Array.isArray(value)) return value.map(written).join('')
  return value === null || value === undefined || value === false ? '' : escapeHtml(value)
}

/** `html`<p>${text}</p>``: texts are safe in elements and in quoted attributes. */
export const html = (strings: TemplateStringsArray, ...values: MarkupValue[]): Markup =>
  new Markup(strings.reduce((text, string, index) => text + written(values[index - 1]) + string))

/** HTML that was made harmless already, as by `richTextHtml` and `safeHtml`. */
export const trusted = (text: string): Markup => new Markup(text)

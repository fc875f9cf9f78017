/** Places of a text at which something of each reader's own stands: `{{first_name|friend}}` as people write it, a mark that no keyboard makes while it is worked on. */
import { VARIABLES } from '../../contract.ts'

const OPEN = '\u{f8fe}'
const CLOSE = '\u{f8ff}'
const WRITTEN = /\{\{\s*([a-z_]{1,40})\s*(?:\|([^{}|]{0,100}))?\}\}/g
const MARKED = new RegExp(`${OPEN}([^${CLOSE}]*)${CLOSE}`, 'u')

/** Text without the two characters that the marks are made of. */
export const plain = (text: string): string => text.replaceAll(OPEN, '').replaceAll(CLOSE, '')
export const mark = (name: string, fallback = ''): string => `${OPEN}${name}|${fallback}${CLOSE}`
/** With marks in place of the variables that there are; any other stays as it was written. */
export const marked = (text: string): string =>
  plain(text).replace(WRITTEN, (whole, name: string, fallback = '') => ((VARIABLES as readonly string[]).includes(name) ? mark(name, fallback.trim()) : whole))
/** What somebody may have meant as a variable and is none, for a warning. */
export const unknownVariables = (text: string): string[] =>
  [...text.matchAll(WRITTEN)].flatMap(([, name]) => ((VARIABLES as readonly string[]).includes(name!) ? [] : [name!]))
/** Text, mark, text … as it is stored: what stands at odd places is a mark. */
export const split = (text: string): string[] => text.split(MARKED)

/** @param write how a value stands in this text, as HTML or plain */
export const fill = (parts: readonly string[], values: Readonly<Record<string, string>>, write: (value: string) => string): string => {
  let text = ''
  for (const [index, part] of parts.entries()) {
    if (index % 2 === 0) {
      text += part
      continue
    }
    const [name, fallback = ''] = part.split('|', 2) as [string, string?]
    text += write(values[name] || fallback)
  }
  return text
}

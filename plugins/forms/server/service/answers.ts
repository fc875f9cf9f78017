/** What was sent, held against the form. */
import { cut, emailOf, invalid, isEmail, lineOf, type Sentence, sentence } from '@atrium/sdk'
import type { Answer, FormElement, FormField, SubmissionField } from '../../contract.ts'
import { fieldsIn } from '../../contract/fields.ts'

const SHORT = 1_000
const NUMBER = /^[+-]?\d{1,15}([.,]\d{1,10})?$/
/** How a ticked box is kept. */
export const TICKED = 'yes'

/** @throws AtriumError 422 with `elements.<id>` for each answer that the form does not take */
export function readAnswers(elements: readonly FormElement[], answers: readonly Answer[]): SubmissionField[] {
  const fields = fieldsIn(elements)
  const given = new Map(answers.map((answer) => [answer.id, answer]))
  const wrong: Record<string, (string | Sentence)[]> = {}
  for (const { id } of answers) if (!fields.some((field) => field.id === id)) wrong[`elements.${id}`] = ['This field isn’t part of the form. Reload the page.']
  const read = fields.map((field): SubmissionField => {
    const { value, problem } = readOne(field, given.get(field.id))
    if (problem) wrong[`elements.${field.id}`] = [problem]
    const { label, kind } = field.attributes
    return { field_id: field.id, label, kind, hidden: kind === 'hidden', value }
  })
  if (Object.keys(wrong).length) throw invalid(wrong)
  return read
}

function readOne({ attributes }: FormField, answer: Answer | undefined): { value: string | string[]; problem?: string | Sentence } {
  const { kind, required, options } = attributes
  if (kind === 'choices') {
    const chosen = [...new Set(answer?.value_json ?? (answer?.value ? [answer.value] : []))]
    if (chosen.some((one) => !options.includes(one))) return { value: [], problem: 'Choose options from the list.' }
    return { value: chosen, ...(required && chosen.length === 0 && { problem: 'Choose at least one option.' }) }
  }
  const text = answer?.value ?? ''
  if (kind === 'hidden') {
    const said = lineOf(text)
    return said.length > SHORT ? { value: '', problem: sentence('Use up to {max} characters.', { max: SHORT }) } : { value: said || attributes.value }
  }
  if (kind === 'checkbox' || kind === 'consent') {
    const isTicked = text !== '' && text !== 'false'
    return { value: isTicked ? TICKED : '', ...(required && !isTicked && { problem: 'Check this box to continue.' }) }
  }
  const value = kind === 'long_text' ? text.trim() : lineOf(text)
  if (value === '') return { value, ...(required && { problem: 'Fill in this field.' }) }
  switch (kind) {
    case 'email':
      return isEmail(value) ? { value: emailOf(value) ?? value } : { value, problem: 'Enter a valid email address.' }
    case 'number':
      return NUMBER.test(value) ? { value: value.replace(',', '.') } : { value, problem: 'Enter a number, like 12.5.' }
    case 'date':
      return isDay(value) ? { value } : { value, problem: 'Enter a date, like 2026-05-31.' }
    case 'choice':
      return options.includes(value) ? { value } : { value, problem: 'Choose an option from the list.' }
    case 'short_text':
      return value.length > SHORT ? { value, problem: sentence('Use up to {max} characters.', { max: SHORT }) } : { value }
    default:
      return { value }
  }
}
const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true

/** What the answers say of whoever sent them. */
export function personIn(elements: readonly FormElement[], read: readonly SubmissionField[]) {
  const values = new Map(read.map(({ field_id, value }) => [field_id, value]))
  const filled = fieldsIn(elements).flatMap((field) => {
    const value = values.get(field.id)
    return value && value.length > 0 ? [{ field, value }] : []
  })
  const wordsOf = (value: string | string[]) => (typeof value === 'string' ? value : value.join(', '))
  const email = filled.find(({ field }) => field.attributes.kind === 'email')?.value
  const name = filled.find(({ field }) => field.attributes.fills === 'name')?.value
  const contact: Record<string, string> = {}
  const profile: Record<string, string | string[]> = {}
  for (const { field, value } of filled) {
    const [what, key] = field.attributes.fills?.split(':') ?? []
    if (!key) continue
    contact[key] = wordsOf(value)
    if (what === 'profile') profile[key] = value
  }
  const consents = filled.flatMap(({ field: { id, attributes } }) =>
    attributes.kind === 'consent' ? [{ field_id: id, text: [attributes.label, attributes.help].filter(Boolean).join('\n') }] : [],
  )
  return { email: typeof email === 'string' ? email : null, name: name ? cut(wordsOf(name), 200) : '', contact, profile, consents }
}

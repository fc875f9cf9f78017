/** From the cells of a file to what a row says of somebody, and what is wrong with it. */
import { cut, lineOf, emailOf } from '@atrium/sdk'
import { type Column, type DateOrder, type ImportOptions, LONGEST_VALUE, type Problem } from '../../../contract.ts'
import type { Read } from './reading.ts'

export interface Said {
  email: string
  values: Record<string, string>
  problem: Problem | null
}
/** What is left out of a row that is right otherwise. */
export const LEFT_OUT: ReadonlySet<Problem | null> = new Set<Problem>(['bad_date', 'bad_field'])
/** Characters that the places of a member hold. */
const ROOM: Record<string, number> = { name: 100, first_name: 100, last_name: 100, headline: 200, location: 200, website: 500 }

const SHORT_DATE = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/
/** What the dates of a column settle: one that has a day over 12 says it for all. Null where none does, or they say both. */
export function dateOrderOf(texts: readonly string[]): DateOrder | null {
  const said = new Set(
    texts.flatMap((text): DateOrder[] => {
      const found = SHORT_DATE.exec(text.trim())
      const [first, second] = found ? [Number(found[1]), Number(found[2])] : [0, 0]
      return first > 12 && second <= 12 ? ['day'] : second > 12 && first > 0 && first <= 12 ? ['month'] : []
    }),
  )
  const [order = null, other] = said
  return other ? null : order
}
/** How the dates of a file are read: as it was chosen, else as the column settles it. */
export const orderIn = ({ options, columns }: { options: Partial<ImportOptions>; columns: readonly Column[] }): DateOrder | null =>
  options.date_order ?? columns.find(({ target }) => target === 'joined_at')?.date_order ?? null

/** A day or moment; null for what can be read in two ways and no order says which, or lies ahead. */
export function momentOf(text: string, now: Date, order: DateOrder | null = null): Date | null {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(text)
  const other = SHORT_DATE.exec(text)
  let [year, month, day] = iso ? [Number(iso[1]), Number(iso[2]), Number(iso[3])] : [0, 0, 0]
  if (other) {
    const [first, second] = [Number(other[1]), Number(other[2])]
    // 03/04 is March or April, as the order says; with dots it is a day first
    const unclear = first <= 12 && second <= 12 && first !== second && !text.includes('.')
    if (unclear && order === null) return null
    ;[year, day, month] = second > 12 || (unclear && order === 'month') ? [Number(other[3]), second, first] : [Number(other[3]), first, second]
  }
  const at = new Date(Date.UTC(year, month - 1, day))
  if (year < 1970 || at.getUTCMonth() !== month - 1 || at.getUTCDate() !== day || at > now) return null
  const exact = iso && /[T ]\d/.test(text) ? new Date(text.replace(' ', 'T').replace(/ ?UTC$/, 'Z')) : null
  return exact && !Number.isNaN(exact.getTime()) && exact <= now ? exact : at
}
export const namesIn = (text: string | undefined, between = /[;|]/): string[] => [
  ...new Set(
    (text ?? '')
      .split(between)
      .map((name) => cut(name.trim(), 100))
      .filter(Boolean),
  ),
]

/** @param isLast whether the file ends with this record without a line end, so that it may be half of one */
export function saidBy(
  { cells, problem }: Read,
  columns: readonly Column[],
  { now, isLast, order = null }: { now: Date; isLast: boolean; order?: DateOrder | null },
): Said {
  const values: Record<string, string> = {}
  let wrong: Problem | null = problem
  for (const [at, { target }] of columns.entries()) {
    const cell = (cells[at] ?? '').trim().toWellFormed()
    // names and the like are one line, as forms take them
    const value = target && target in ROOM ? lineOf(cell) : cell
    if (!target || !value) continue
    if (value.length > (ROOM[target] ?? LONGEST_VALUE)) wrong ??= 'too_long'
    values[target] = cut(value, LONGEST_VALUE)
  }
  if (isLast && cells.length < columns.length) wrong ??= 'cut_off'
  if (cells.slice(columns.length).some((cell) => cell.trim())) wrong ??= 'too_many_cells'
  const given = (values.email ?? '').replace(/^mailto:/i, '')
  const email = emailOf(given)?.toLowerCase()
  if (!given) wrong ??= 'no_email'
  else if (!email) wrong ??= 'bad_email'
  if (values.joined_at && !momentOf(values.joined_at, now, order)) wrong ??= 'bad_date'
  return { email: email ?? cut(given, 320), values, problem: wrong }
}
/** What somebody is called: by one column or two, else by their address. */
export const nameOf = ({ email, values }: Pick<Said, 'email' | 'values'>): string =>
  cut(values.name ?? [values.first_name, values.last_name].filter(Boolean).join(' '), 100) || cut(email.split('@')[0]!, 100)

/** Facts of the profile that a row may bring. */
export const FACTS = ['headline', 'bio', 'location', 'website'] as const
/** What a row says of somebody without an account. */
export function contactOf({ email, values }: Pick<Said, 'email' | 'values'>): { name?: string; fields: Record<string, string> } {
  const fields = Object.fromEntries(Object.entries(values).filter(([key]) => FACTS.includes(key as never) || key.startsWith('field:')))
  return { fields, ...(values.name || values.first_name || values.last_name ? { name: nameOf({ email, values }) } : {}) }
}
/** Whether it brings something that is not known. */
export const contactChanges = (known: { name: string; fields: Record<string, string> }, brought: { name?: string; fields: Record<string, string> }): boolean =>
  (known.name === '' && Boolean(brought.name)) || Object.entries(brought.fields).some(([key, value]) => known.fields[key] !== value)

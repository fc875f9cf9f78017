/** What a notice says in its reader's language: the kind's own words, with the names and the thing to stand out. */
import { formatDateIn, formatMoney } from '@atrium/sdk'
import type { Ctx, MemberInfo } from '@atrium/sdk/server'
import type { NewsValue, NotificationSubject } from '../../contract.ts'
import type { NoticeRow } from '../reads.ts'
import type { Kind } from './kinds.ts'

export interface Part {
  text: string
  strong: boolean
}
type Structure = ('actor_name' | 'display_action' | 'notifiable_title')[]
export interface Said {
  parts: Part[]
  text: string
  /** The sentence without names and thing. */
  action: string
  structure: Structure
}
/** Of the private characters of Unicode, which no name and no word holds: they mark where a value stands. */
const MARKS = { actor: '\uE001', other: '\uE002', title: '\uE003' } as const
const STRUCTURE: Record<string, Structure[number]> = { [MARKS.actor]: 'actor_name', [MARKS.title]: 'notifiable_title' }

export type Spoken = Pick<NoticeRow, 'kind' | 'actor_ids' | 'actors_count' | 'acts_count' | 'data'>
/** Which words are said, and the number in them. */
function formOf({ value: { countsActs } }: Kind, { actors_count, acts_count }: Spoken): { form: string; count: number } {
  if (countsActs) return { form: acts_count > 1 ? 'many' : 'one', count: acts_count }
  return { form: actors_count > 2 ? 'many' : actors_count === 2 ? 'two' : 'one', count: actors_count - 1 }
}

/** Sums and days in the reader's language. The day is the one that was meant, wherever it is read. */
function inWords(value: NewsValue, locale: string): string | number {
  if (typeof value !== 'object') return value
  if ('amount' in value) return formatMoney(locale, value.amount, value.currency)
  return formatDateIn(locale, value.day, 'longDate', 'UTC')
}

export function say(ctx: Ctx, kind: Kind, row: Spoken, subject: NotificationSubject, people: Map<number, MemberInfo>): Said {
  const name = (id: number | undefined) => (id === undefined ? '' : (people.get(id)?.name ?? ''))
  const known = Object.fromEntries(Object.entries(row.data).map(([key, value]) => [key, inWords(value, ctx.locale)]))
  const { form, count } = formOf(kind, row)
  const words = [kind.value.key, subject.wording, form].filter(Boolean).join('.')
  const template = kind.t(`notify.${words}`, { ...known, ...MARKS, count }, ctx.locale)
  const told: Record<string, string> = { [MARKS.actor]: name(row.actor_ids[0]), [MARKS.other]: name(row.actor_ids[1]), [MARKS.title]: subject.title }
  const pieces = template.split(/([\uE001-\uE003])/).filter(Boolean)
  const parts = pieces.map((piece): Part => ({ text: told[piece] ?? piece, strong: piece in told }))
  const structure: Structure = []
  for (const piece of pieces) {
    const part = STRUCTURE[piece] ?? (piece in told ? null : 'display_action')
    if (part && !structure.includes(part)) structure.push(part)
  }
  const action = pieces
    .filter((piece) => !(piece in told))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()
  return { parts, text: parts.map(({ text }) => text).join(''), action, structure }
}
/** Why one is told, where its plugin has a word for that; empty where the sentence says it already. */
export function sayReason(ctx: Ctx, { t }: Kind, reason: string): string {
  const key = `notify.reason.${reason}`
  const said = t(key, undefined, ctx.locale)
  return said === key ? '' : said
}

/** The address of what a notice tells: of several acts that are counted the subject's own. */
export const leadsTo = ({ value }: Kind, subject: NotificationSubject, { acts_count, data }: Spoken): string =>
  value.countsActs && acts_count > 1 ? subject.path : pathOf(subject, data)
/** The address of what happened: the subject's, and the place in it. */
export function pathOf({ path }: NotificationSubject, data: Record<string, NewsValue>): string {
  const anchor = data['anchor']
  if (typeof anchor !== 'string') return path
  return `${path.split('#')[0]}${anchor}`
}

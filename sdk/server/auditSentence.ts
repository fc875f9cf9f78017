/** What an entry of the audit log says, in the words of who wrote it: `audit.<action>` of the shell or of a plugin. */
import { formatMoney } from '../core/money.ts'
import type { Words } from './words.ts'

export interface AuditSaid {
  action: string
  subject: string
  data: Record<string, unknown>
  /** Who did it; null: the system. */
  who: string | null
  /** What it was done to is called, where that is known. */
  name: string | null
}

const BUILT_IN = ['admin', 'moderator', 'member']

/** Null for an action that nobody has words for, as one of a plugin that is gone. @param titleOf what a plugin's manifest calls it */
export function auditSentence(words: Words, locale: string, entry: AuditSaid, titleOf: (plugin: string) => string | undefined): string | null {
  const { action, data } = entry
  const key = `audit.${action}${typeof data.enabled === 'boolean' ? (data.enabled ? '.on' : '.off') : ''}`
  const count = data.count ?? data.total
  const values = {
    ...Object.fromEntries(Object.entries(data).filter((one): one is [string, string | number] => ['string', 'number'].includes(typeof one[1]))),
    ...(typeof data.currency === 'string' ? amountsOf(locale, data, data.currency) : {}),
    who: entry.who ?? words.say(locale, 'shell', 'audit.system'),
    name: nameOf(words, locale, entry, titleOf),
    ...(typeof count === 'number' ? { count } : {}),
  }
  for (const speaker of words.speakers) {
    const said = words.say(locale, speaker, key, values)
    if (said !== key) return said
  }
  return null
}

/** `amount`, `from_amount`: in the smallest unit of the entry's currency, said as money. */
const amountsOf = (locale: string, data: Record<string, unknown>, currency: string) =>
  Object.fromEntries(
    Object.entries(data).flatMap(([key, value]) =>
      /(^|_)amount$/.test(key) && typeof value === 'number' ? [[key, formatMoney(locale, value, currency)]] : [],
    ),
  )

function nameOf(words: Words, locale: string, { subject, name, data }: AuditSaid, titleOf: (plugin: string) => string | undefined): string {
  if (name) return name
  if (typeof data.tier === 'string') return words.say(locale, 'shell', `tier.${data.tier}`)
  const id = subject.slice(subject.indexOf(':') + 1)
  if (subject.startsWith('plugin:')) {
    const said = words.say(locale, id, 'plugin.title')
    return said === 'plugin.title' ? (titleOf(id) ?? id) : said
  }
  if (subject.startsWith('role:') && BUILT_IN.includes(id)) return words.say(locale, 'shell', `role.${id}`)
  return id || words.say(locale, 'shell', 'audit.somebody')
}

/** Emails about accounts: their words, and the list of their kinds. Server only. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { MailKind } from '../../server/mailInput.ts'

const read = (locale: string) => JSON.parse(readFileSync(path.join(import.meta.dirname, 'locales', `${locale}.json`), 'utf8')) as Record<string, string>
const texts: Record<string, Record<string, string>> = { 'en-US': read('en-US'), 'pt-BR': read('pt-BR') }
/** Words of emails about accounts, in a language or else in English. */
export const accountWords = (locale: string): Record<string, string> => texts[locale] ?? texts['en-US']!
/** With values in place of `{name}`; what has none stays. */
export const filledIn = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))

/** In their order, and whether they carry a link or a code that opens something. Those to owners of the platform are no community's. */
const KINDS = {
  confirm: true,
  reset: true,
  sign_in: true,
  joining: true,
  code: true,
  password_changed: false,
  email_changed: true,
  security: false,
  ownership_offered: false,
  community_ending: false,
} as const
const PROTECTED = new Set<string>(['password_changed', 'security'])
/** Kinds of emails about accounts, in one's language. */
export const accountMails = (locale: string): MailKind[] =>
  Object.entries(KINDS).map(([key, isSecret]) => ({
    key,
    title: accountWords(locale)[`${key}.title`]!,
    values: ['name', 'community'],
    isSecret: isSecret || PROTECTED.has(key),
    sample: (values, spoken) => {
      const words = accountWords(spoken)
      const all = { link: 'https://…', reset: 'https://…', code: '123456', change: words['security.passkey_added']!, ...values }
      return { subject: filledIn(words[`${key}.subject`]!, all), text: filledIn(words[`${key}.text`]!, all) }
    },
  }))

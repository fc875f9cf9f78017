/** An email as it came, read: who wrote it, to which address, what is new in it, what is attached; and whether a person wrote it at all. */
import { textOfHtml } from '@atrium/sdk/server'
import EmailReplyParser from 'email-reply-parser'
import PostalMime, { type Email } from 'postal-mime'

export interface Incoming {
  from: string
  /** The person's own words, without what they quote. */
  text: string
  attachments: { filename: string; data: Uint8Array }[]
  messageId: string
  /** Why no person wrote it; null where one did. */
  automatic: string | null
}
/** Attachments that come along, and the words of a reply. */
const MOST_FILES = 10
const MAX_TEXT = 20_000
const AUTOMATIC: [header: string, is: (value: string) => boolean][] = [
  ['auto-submitted', (value) => value !== 'no'],
  ['precedence', (value) => ['bulk', 'junk', 'list', 'auto_reply'].includes(value)],
  ['x-loop', () => true],
  ['x-autoreply', () => true],
  ['x-autorespond', () => true],
  ['list-id', () => true],
  ['x-failed-recipients', () => true],
]

/** @throws Error where it is no email */
export async function readEmail(raw: Uint8Array): Promise<Incoming> {
  const email = await PostalMime.parse(raw, { maxNestingDepth: 20 })
  const headers = new Map(email.headers.map(({ key, value }) => [key, value.trim().toLowerCase()]))
  const loud = AUTOMATIC.find(([name, is]) => headers.has(name) && is(headers.get(name)!))
  return {
    from: (email.from?.address ?? '').toLowerCase(),
    text: wordsOf(email).slice(0, MAX_TEXT),
    attachments: email.attachments
      .filter(({ content }) => content !== undefined)
      .slice(0, MOST_FILES)
      .map(({ filename, content }, i) => ({ filename: filename || `attachment-${i + 1}`, data: bytesOf(content) })),
    messageId: email.messageId ?? '',
    automatic: loud?.[0] ?? (headers.get('return-path') === '<>' ? 'return-path' : null),
  }
}
const bytesOf = (content: ArrayBuffer | Uint8Array | string): Uint8Array => (typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content))

function wordsOf({ text, html }: Email): string {
  const whole = text?.trim() ? text : textOfHtml(html ?? '', ['blockquote'])
  return new EmailReplyParser().parseReply(whole.replace(/\r\n?/g, '\n').replaceAll('\0', '')).trim()
}

/** Whom an email is for, by the headers in which mail servers say it. */
export async function addressesIn(raw: Uint8Array): Promise<string[]> {
  const { to, cc, deliveredTo, headers } = await PostalMime.parse(raw)
  const named = headers.filter(({ key }) => key === 'x-original-to' || key === 'x-forwarded-to').map(({ value }) => value)
  return [...(to ?? []), ...(cc ?? [])].flatMap(({ address }) => address ?? []).concat(named, deliveredTo ?? [])
}

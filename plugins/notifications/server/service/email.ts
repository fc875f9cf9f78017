/** Reads an email as it came. Runs in a thread of its own (see replies.ts), since whoever knows an address may send anything. */
import { cut, emailOf } from '@atrium/sdk'
import { simpleParser } from 'mailparser'
import type { ReceivedEmail } from '../../contract.ts'
import { ownHtml } from './own/html.ts'
import { ownText } from './own/text.ts'
import { verdictOf } from './verdict.ts'

export type Email = ReceivedEmail
/** Attachments that come along, the words of a reply, and what of an email is searched for them. */
const MOST_FILES = 10
const MAX_TEXT = 20_000
const SEARCHED = 100_000
const AUTOMATIC: [header: string, is: (value: string) => boolean][] = [
  ['auto-submitted', (value) => value !== 'no'],
  ['precedence', (value) => ['bulk', 'junk', 'list', 'auto_reply'].includes(value)],
  ['x-loop', () => true],
  ['x-autoreply', () => true],
  ['x-autorespond', () => true],
  ['x-auto-response-suppress', (value) => value !== 'none'],
  ['x-ms-exchange-inbox-rules-loop', () => true],
  ['list-id', () => true],
  ['x-failed-recipients', () => true],
  ['return-path', (value) => value === '<>' || isPostmaster(value)],
  ['from', isPostmaster],
  ['content-type', (value) => value.startsWith('multipart/report')],
]
/** What mail servers sign their own reports with. */
function isPostmaster(value: string): boolean {
  return value.includes('mailer-daemon')
}

/** @throws Error where it is no email */
export async function parseEmail({ raw, authority }: { raw: Uint8Array; authority: string | null }): Promise<Email> {
  const email = await simpleParser(Buffer.from(raw), { skipTextToHtml: true, skipHtmlToText: true, skipImageLinks: true })
  const headers = email.headerLines.map(({ key, line }) => [key, line.slice(line.indexOf(':') + 1).trim()] as const)
  const named = ['to', 'cc', 'delivered-to', 'x-original-to', 'x-forwarded-to']
  const writers = headers.filter(([key]) => key === 'from').length === 1 ? (email.from?.value ?? []) : []
  const from = writers.length === 1 ? (emailOf(writers[0]!.address ?? '')?.toLowerCase() ?? '') : ''
  const results = headers.filter(([key]) => key === 'authentication-results').map(([, value]) => value)
  return {
    from,
    to: headers.filter(([key]) => named.includes(key)).flatMap(([, value]) => value.match(/[^\s<>,;:"]+@[^\s<>,;:"]+/g) ?? []),
    text: cut(wordsOf(email.text ?? '', email.html || ''), MAX_TEXT),
    attachments: email.attachments
      .slice(0, MOST_FILES)
      .map(({ filename, content }, i) => ({ filename: filename || `attachment-${i + 1}`, data: new Uint8Array(content) })),
    messageId: email.messageId ?? '',
    automatic: headers.find(([key, value]) => AUTOMATIC.some(([name, is]) => name === key && is(value.toLowerCase())))?.[0] ?? null,
    verdict: verdictOf(results, authority, from),
  }
}
/** By the plain part, where there is one: answers stand between its quotes. Where it does not tell them apart, and the other part does, by that. */
function wordsOf(text: string, html: string): string {
  const plain = ownText(text.slice(0, SEARCHED))
  if (html === '' || plain.isCut) return plain.words
  const { text: read, isCut } = ownHtml(html)
  const marked = ownText(read.slice(0, SEARCHED))
  return text.trim() === '' || isCut || marked.isCut ? marked.words : plain.words
}

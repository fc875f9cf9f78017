/** Reads an email as it came. Runs in a thread of its own (see replies.ts), since whoever knows an address may send anything. */
import { cut, emailOf } from '@atrium/sdk'
import EmailReplyParser from 'email-reply-parser'
import { simpleParser } from 'mailparser'
import { type Verdict, verdictOf } from './verdict.ts'

export interface Email {
  /** Of whoever wrote it, in small letters; empty where it names nobody, or several. */
  from: string
  /** Whom it is for, by the headers in which mail servers say it. */
  to: string[]
  /** The person's own words, without what they quote. */
  text: string
  attachments: { filename: string; data: Uint8Array }[]
  messageId: string
  /** The header that says that no person wrote it; null where one did. */
  automatic: string | null
  /** Whether it is from whom it says. */
  verdict: Verdict
}
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
  const email = await simpleParser(Buffer.from(raw), { skipTextToHtml: true, skipImageLinks: true })
  const headers = email.headerLines.map(({ key, line }) => [key, line.slice(line.indexOf(':') + 1).trim()] as const)
  const named = ['to', 'cc', 'delivered-to', 'x-original-to', 'x-forwarded-to']
  const writers = headers.filter(([key]) => key === 'from').length === 1 ? (email.from?.value ?? []) : []
  const from = writers.length === 1 ? (emailOf(writers[0]!.address ?? '')?.toLowerCase() ?? '') : ''
  const results = headers.filter(([key]) => key === 'authentication-results').map(([, value]) => value)
  return {
    from,
    to: headers.filter(([key]) => named.includes(key)).flatMap(([, value]) => value.match(/[^\s<>,;:"]+@[^\s<>,;:"]+/g) ?? []),
    text: cut(wordsOf(email.text ?? ''), MAX_TEXT),
    attachments: email.attachments
      .slice(0, MOST_FILES)
      .map(({ filename, content }, i) => ({ filename: filename || `attachment-${i + 1}`, data: new Uint8Array(content) })),
    messageId: email.messageId ?? '',
    automatic: headers.find(([key, value]) => AUTOMATIC.some(([name, is]) => name === key && is(value.toLowerCase())))?.[0] ?? null,
    verdict: verdictOf(results, authority, from),
  }
}
/** Empty lines are one, which is all that a reader sees of them. */
function wordsOf(text: string): string {
  const lines = text
    .slice(0, SEARCHED)
    .replaceAll('\0', '')
    .split(/\r\n?|\n/)
  const kept = lines.map((line) => line.trimEnd()).filter((line, i, all) => line || all[i - 1])
  return new EmailReplyParser().parseReply(kept.join('\n')).trim()
}

/** Reads a report of a mail server as it came. Runs in a thread of its own (see bounces.ts), since whoever got an email has the address. */
import { simpleParser } from 'mailparser'

export interface Returned {
  /** `none`: a delay, an answer of a person or a machine, or nothing that can be told. */
  what: 'bounce' | 'complaint' | 'none'
  /** What the other server said, with its codes. */
  said: string
}
/** Values of a field in the lines of a report, whatever kind of address they begin with; lines that go on are one. */
const field = (text: string, name: string): string[] =>
  [...text.matchAll(new RegExp(`^${name}:[ \\t]*(?:(?:rfc822|smtp|dns|x-[\\w-]+)[ \\t]*;)?[ \\t]*(.+(?:\\n[ \\t]+.+)*)`, 'gim'))].map(([, value]) =>
    value!.replaceAll(/\n[ \t]+/g, ' ').trim(),
  )
/** qmail writes to people: an address, and below it the words of the other server. */
const QMAIL = /^<[^>\s]{1,320}@[^>\s]{1,320}>:\n((?:.+\n?){1,10})/m
const NONE: Returned = { what: 'none', said: '' }

/** @throws Error where it is no email */
export async function readReturned(raw: Uint8Array): Promise<Returned> {
  const mail = await simpleParser(Buffer.from(raw), { skipHtmlToText: true, skipTextToHtml: true, skipImageLinks: true })
  const type = mail.headers.get('content-type') as { value: string; params: Record<string, string> } | undefined
  // the parser puts a delivery status among the text, and a feedback report among the files
  const parts = mail.attachments.map(({ content }) => content.toString())
  const all = [mail.text ?? '', ...parts].join('\n').replaceAll('\r\n', '\n')
  const isReport = type?.value === 'multipart/report'
  if (isReport && type.params['report-type'] === 'feedback-report') {
    const kind = field(all, 'Feedback-Type')[0]?.toLowerCase()
    // "not spam" takes a complaint back, and reports of authentication are about servers
    return kind === 'abuse' || kind === 'fraud' || kind === 'opt-out' ? { what: 'complaint', said: kind } : NONE
  }
  if (isReport) {
    const actions = field(all, 'Action').map((action) => action.toLowerCase())
    if (!actions.includes('failed')) return NONE
    const status = field(all, 'Status')[actions.indexOf('failed')] ?? field(all, 'Status')[0] ?? ''
    const diagnostic = field(all, 'Diagnostic-Code')[0] ?? ''
    // Exchange sums up as 5.0.0 or 5.7.0 what the other server said exactly
    return { what: 'bounce', said: /^5\.0\.0\b/.test(status) && diagnostic ? diagnostic : `${status} ${diagnostic}`.trim() }
  }
  const words = QMAIL.exec((mail.text ?? '').replaceAll('\r\n', '\n'))?.[1]
  return words && /\b[45](\d\d|\.\d{1,3}\.\d{1,3})\b|permanent error|couldn't be found|no mailbox here/i.test(words)
    ? { what: 'bounce', said: saidIn(words) }
    : NONE
}
/** Its own words where it found no server, or no such mailbox of its own, have no code. */
const saidIn = (words: string): string => {
  const line = words.replaceAll('\n', ' ').trim()
  return /\b[45](\d\d|\.\d{1,3}\.\d{1,3})\b/.test(line) ? line : `5.1.1 ${line}`
}

/** Addresses as people paste them, and what is known of each before it is written to. */
import { cut, lineOf, emailOf, isEmail } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import { type AddressState, MOST_EMAILS, type Validated, type Validation } from '../../contract.ts'
import { EmailTable } from '../entities.ts'

/** Longer than any address. */
const LONGEST = 321
const OPENING = '<("\'`'
const CLOSING = '>)"\'`.'
/** Without the marks that stand around an address in a text; as it is kept where it is one. */
function bare(text: string): string {
  let [from, to] = [0, text.length]
  while (from < to && OPENING.includes(text[from]!)) from++
  while (from < to && CLOSING.includes(text[to - 1]!)) to--
  const email = text.slice(from, Math.min(to, from + LONGEST))
  return emailOf(email)?.toLowerCase() ?? email
}
/** `Ana Ruiz <ana@example.com>`, `mailto:ana@example.com`, or the bare address. */
function read(piece: string): { email: string; name: string } {
  const at = piece.endsWith('>') ? piece.lastIndexOf('<') : -1
  const address = piece.slice(at + 1).trim()
  const name = at > 0 ? cut(lineOf(piece.slice(0, Math.min(at, LONGEST)).replaceAll(/["<>]/g, '')), 100) : ''
  return { email: bare(/^mailto:/i.test(address) ? address.slice('mailto:'.length) : address), name }
}
/** Between entries: ends of lines, tabs, semicolons, and commas outside of quotes. Walks the text once. */
function* entriesOf(text: string): Generator<string> {
  let [from, quoted] = [0, false]
  for (let i = 0; i <= text.length; i++) {
    const sign = text[i]
    if (sign === '"') quoted = !quoted
    else if (sign === undefined || '\r\n;\t'.includes(sign) || (sign === ',' && !quoted)) {
      if (i > from) yield text.slice(from, i)
      from = i + 1
      // a quote that nobody closed ends with its line
      if (sign !== ',') quoted = false
    }
  }
}
/**
 * What was pasted, in its order: lines, commas, semicolons, tabs, and spaces where no name stands before the address.
 * @returns one more than MOST_EMAILS at most, from which it is seen that there are too many
 */
export function piecesOf(text: string | string[]): { email: string; name: string }[] {
  const pieces: { email: string; name: string }[] = []
  for (const part of [text].flat())
    for (const entry of entriesOf(part))
      for (const piece of entry.includes('<') ? entry.replaceAll('>', '>\n').split('\n') : entry.split(/\s+/)) {
        if (piece.trim()) pieces.push(read(piece.trim()))
        if (pieces.length > MOST_EMAILS) return pieces
      }
  return pieces
}

/** In the order of `people`; the first of the same address counts. Of members that is told alone to those who may manage people. */
export async function validate(ctx: Ctx, people: { email: string; name: string }[]): Promise<Validated[]> {
  const good = [...new Set(people.map(({ email }) => email).filter(isEmail))]
  const [known, open] = await Promise.all([
    ctx.members.known(good),
    ctx.em.find(EmailTable, { email: good, status: 'open' }, { fields: ['email'], disableIdentityMap: true }),
  ])
  const invited = new Set(open.map(({ email }) => email))
  const seen = new Set<string>()
  const stateOf = (email: string): AddressState => {
    if (!isEmail(email)) return 'malformed'
    if (seen.has(email)) return 'duplicate'
    seen.add(email)
    const there = known.get(email)
    if (there?.status === 'active') return 'member'
    if (there?.status === 'banned') return 'banned'
    if (invited.has(email)) return 'invited'
    return there?.bounced ? 'bounced' : 'ok'
  }
  return people.map(({ email, name }) => ({ email: cut(email, 320), name, status: stateOf(email) }))
}
export async function validation(ctx: Ctx, text: string | string[]): Promise<Validation> {
  const records = await validate(ctx, piecesOf(text).slice(0, MOST_EMAILS))
  const counts: Record<string, number> = {}
  for (const { status } of records) counts[status] = (counts[status] ?? 0) + 1
  return { records, counts }
}

/** Addresses as people paste them, and what is known of each before it is written to. */
import type { Ctx } from '@atrium/sdk/server'
import { type AddressState, isAddress, MOST_EMAILS, type Validated, type Validation } from '../../contract.ts'
import { EmailTable } from '../entities.ts'

const NAMED = /^\s*"?([^"<]*?)"?\s*<\s*([^<>\s]+)\s*>\s*$/
/** `Ana Ruiz <ana@example.com>`, `mailto:ana@example.com`, or the bare address. */
function read(piece: string): { email: string; name: string } {
  const [, name = '', address = piece] = NAMED.exec(piece) ?? []
  const email = address
    .trim()
    .replace(/^mailto:/i, '')
    .replace(/^[<("'`]+|[>)"'`.]+$/g, '')
    .toLowerCase()
  return { email, name: name.trim().slice(0, 100) }
}
/** What was pasted, in its order: lines, commas, semicolons, tabs, and spaces where no name stands before the address. */
export function piecesOf(text: string | string[]): { email: string; name: string }[] {
  const lines = (Array.isArray(text) ? text : [text]).flatMap((part) => part.split(/[\r\n;\t]+|,(?=(?:[^"]*"[^"]*")*[^"]*$)/))
  return lines
    .flatMap((line) => (line.includes('<') ? line.replace(/>\s+(?=\S)/g, '>\n').split('\n') : line.split(/\s+/)))
    .map((piece) => piece.trim())
    .filter(Boolean)
    .map(read)
}

/** In the order of `people`; the first of the same address counts. Of members that is told alone to those who may manage people. */
export async function validate(ctx: Ctx, people: { email: string; name: string }[]): Promise<Validated[]> {
  const good = [...new Set(people.map(({ email }) => email).filter(isAddress))]
  const [known, open] = await Promise.all([
    ctx.members.known(good),
    ctx.em.find(EmailTable, { email: good, status: 'open' }, { fields: ['email'], disableIdentityMap: true }),
  ])
  const invited = new Set(open.map(({ email }) => email))
  const seen = new Set<string>()
  const stateOf = (email: string): AddressState => {
    if (!isAddress(email)) return 'malformed'
    if (seen.has(email)) return 'duplicate'
    seen.add(email)
    const there = known.get(email)
    if (there?.status === 'active') return 'member'
    if (there?.status === 'banned') return 'banned'
    if (invited.has(email)) return 'invited'
    return there?.bounced ? 'bounced' : 'ok'
  }
  return people.map(({ email, name }) => ({ email: email.slice(0, 320), name, status: stateOf(email) }))
}
export async function validation(ctx: Ctx, text: string | string[]): Promise<Validation> {
  const records = await validate(ctx, piecesOf(text).slice(0, MOST_EMAILS))
  const counts: Record<string, number> = {}
  for (const { status } of records) counts[status] = (counts[status] ?? 0) + 1
  return { records, counts }
}

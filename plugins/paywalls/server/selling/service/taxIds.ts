/**
 * Tax ids of the EU, asked at its register (VIES) in the background: form and check digits say that an id may be one, the register that it is.
 * Nobody waits for the answer, and no sale hangs on it: what a seller owes the tax office they see beside the charge.
 */
import { AtriumError, z } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import type { Evidence, TaxIdState } from '../../../contract/records.ts'
import { isInRegister, readTaxId } from './tax.ts'

const REGISTER = 'https://ec.europa.eu/taxation_customs/vies/rest-api'
/** In one turn. */
const MOST = 20
const MOST_BYTES = 64 * 1024
const PATIENCE_MS = 10_000
const MINUTE = 60_000
const DAY = 1_440 * MINUTE
/** Registers of some countries are closed at night and on weekends; after a month of it nobody is asked any more. */
const MOST_TRIES = 40

/** As the register has it; null for what it does not know of: another country, or none of its form. */
const registered = (taxId: string | null, country: string | null): string | null =>
  taxId && country && isInRegister(country) ? readTaxId(taxId, country) : null

/** Has an id asked for, once. */
export async function askLater(ctx: Ctx, taxId: string | null, country: string | null): Promise<void> {
  const id = registered(taxId, country)
  if (id !== null)
    await ctx.sql('insert into paywalls.tax_id_check (community_id, tax_id, ask_at) values ($1, $2, $3) on conflict (community_id, tax_id) do nothing', [
      id,
      ctx.now(),
    ])
}

/** What is known of the ids of these rows. @returns null for a row without one, and for one that is in no register */
async function taxIdStates(ctx: Ctx, rows: { taxId: string | null; country: string | null }[]): Promise<(TaxIdState | null)[]> {
  const ids = rows.map(({ taxId, country }) => registered(taxId, country))
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  const found = wanted.length
    ? await ctx.sql<{ tax_id: string; status: TaxIdState }>('select tax_id, status from paywalls.tax_id_check where community_id = $1 and tax_id = any ($2)', [
        wanted,
      ])
    : []
  const known = new Map(found.map(({ tax_id, status }) => [tax_id, status]))
  return ids.map((id) => (id === null ? null : (known.get(id) ?? 'not_asked')))
}

/** Of charges, as replies say it. */
export async function evidenceOf(
  ctx: Ctx,
  rows: { buyer_country: string | null; buyer_tax_id: string | null; card_country: string | null }[],
): Promise<Evidence[]> {
  const states = await taxIdStates(
    ctx,
    rows.map(({ buyer_tax_id: taxId, buyer_country: country }) => ({ taxId, country })),
  )
  return rows.map((row, at) => ({ country: row.buyer_country, card_country: row.card_country, tax_id: row.buyer_tax_id, tax_id_state: states[at]! }))
}

/** Whoever goes takes theirs along, unless somebody else has bought by it too. Before they are erased where they stand. */
export async function forgetTaxIds(ctx: Ctx, memberId: number, emails: string[]): Promise<void> {
  const theirs = [memberId, emails.map((email) => email.toLowerCase())]
  const rows = await ctx.sql<{ tax_id: string; country: string | null }>(
    `select tax_id, country from paywalls.buyer where community_id = $1 and member_id = $2
     union select buyer_tax_id, buyer_country from paywalls.charge where community_id = $1 and (member_id = $2 or lower(buyer_email) = any ($3)) and buyer_tax_id is not null
     union select tax_id, country from paywalls.checkout where community_id = $1 and (member_id = $2 or lower(email) = any ($3)) and tax_id is not null`,
    theirs,
  )
  const ids = rows.flatMap((row) => registered(row.tax_id, row.country) ?? [])
  await ctx.sql(
    `delete from paywalls.tax_id_check t where t.community_id = $1 and t.tax_id = any ($4) and not exists (
       select from paywalls.charge c where c.community_id = $1 and c.member_id <> $2 and not lower(c.buyer_email) = any ($3)
         and upper(regexp_replace(c.buyer_tax_id, '[^A-Za-z0-9]', '', 'g')) in (t.tax_id, substr(t.tax_id, 3)))`,
    [...theirs, ids],
  )
}

const Answer = z.object({ isValid: z.boolean(), userError: z.string().max(100) })
/** @returns null where the register, or that of the country, does not answer now */
async function ask(ctx: Ctx, id: string): Promise<'valid' | 'invalid' | null> {
  const base = (ctx.options['register'] as string | undefined) ?? REGISTER
  try {
    const reply = await ctx.fetch(`${base}/ms/${id.slice(0, 2)}/vat/${encodeURIComponent(id.slice(2))}`, {
      headers: { accept: 'application/json' },
      maxBytes: MOST_BYTES,
      timeoutMs: PATIENCE_MS,
    })
    if (reply.status !== 200) return null
    const said = Answer.safeParse(JSON.parse(Buffer.from(reply.body).toString('utf8')))
    if (!said.success) return null
    if (said.data.isValid) return 'valid'
    return said.data.userError === 'INVALID' || said.data.userError === 'INVALID_INPUT' ? 'invalid' : null
  } catch (error) {
    // nobody was there, or what came is no answer
    if (error instanceof AtriumError || error instanceof SyntaxError) return null
    throw error
  }
}

/** Asks for those that are due; where the register is away, again with growing pauses. */
export async function askRegister(ctx: Ctx): Promise<void> {
  // whoever dies while asking has held them for an hour
  const due = await ctx.sql<{ id: number; tax_id: string; tries: number }>(
    `update paywalls.tax_id_check set ask_at = $2::timestamptz + interval '1 hour', tries = tries + 1, updated_at = $2 where community_id = $1 and id in (
       select id from paywalls.tax_id_check where community_id = $1 and ask_at <= $2 order by ask_at limit $3 for update skip locked) returning id, tax_id, tries`,
    [ctx.now(), MOST],
  )
  for (const { id, tax_id: taxId, tries } of due) {
    const said = await ask(ctx, taxId)
    const again = said !== null || tries >= MOST_TRIES ? null : new Date(ctx.now().getTime() + Math.min(DAY, 5 * MINUTE * 2 ** Math.min(tries - 1, 20)))
    await ctx.sql('update paywalls.tax_id_check set status = $3, ask_at = $4, asked_at = $5, updated_at = $5 where community_id = $1 and id = $2', [
      id,
      said ?? 'unreachable',
      again,
      ctx.now(),
    ])
  }
}

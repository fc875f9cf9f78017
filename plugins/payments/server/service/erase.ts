/** Whoever deletes their account leaves sums behind and no name. */
import { containing, type Ctx, type ErasedMember } from '@atrium/sdk/server'

const REMOVED = 'removed@deleted.invalid'

/** Puts something else where a text says one of these. */
function without(value: unknown, texts: Map<string, string>): unknown {
  if (typeof value === 'string') return texts.get(value.toLowerCase()) ?? value
  if (Array.isArray(value)) return value.map((one) => without(one, texts))
  if (value && typeof value === 'object') return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, without(one, texts)]))
  return value
}

export async function eraseFrom(ctx: Ctx, { emails, names, formerName }: ErasedMember): Promise<void> {
  const texts = new Map([...names.map((name) => [name.toLowerCase(), formerName] as const), ...emails.map((email) => [email.toLowerCase(), REMOVED] as const)])
  const like = [...texts.keys()].map((text) => containing(JSON.stringify(text).slice(1, -1)))
  if (like.length === 0) return
  await ctx.sql(
    `update payments.manual_customer set email = case when lower(email) = any ($2::text[]) then $4 else email end,
       name = case when lower(name) = any ($3::text[]) then $5 else name end, updated_at = now()
     where community_id = $1 and (lower(email) = any ($2) or lower(name) = any ($3))`,
    [emails.map((email) => email.toLowerCase()), names.map((name) => name.toLowerCase()), REMOVED, formerName],
  )
  for (const [table, column] of [
    ['snapshot', 'state'],
    ['thing', 'data'],
    ['answer', 'body'],
  ] as const) {
    const rows = await ctx.sql<{ id: number; value: unknown }>(
      `select id, ${column} as value from payments.${table} where community_id = $1 and ${column}::text ilike any ($2::text[])`,
      [like],
    )
    if (rows.length === 0) continue
    const changed = rows.map(({ id, value }) => ({ id, value: without(value, texts) }))
    await ctx.sql(
      `update payments.${table} t set ${column} = r.value, updated_at = now() from jsonb_to_recordset($2::jsonb) as r(id bigint, value jsonb) where t.community_id = $1 and t.id = r.id`,
      [JSON.stringify(changed)],
    )
  }
}

/** Keeps one row for each person: members as the kernel knows them, contacts as they are brought; who signs up with a contact's address becomes that row. */
import { invalid, sentence } from '@atrium/sdk'
import { type Ctx, type ErasedMember, isPerson, needEmail } from '@atrium/sdk/server'
import type { ContactRow, KnownPerson, OverwrittenPerson } from '../../contract.ts'
import { fillJob } from '../jobs.ts'
import { giveTags, tagPeople, uncount } from './tags.ts'

/** Members that one step brings in. */
const STEP = 500
/** Contacts in one call. */
const MAX_ROWS = 1_000

/** The rows of these members as the kernel knows them now; changes nothing where nothing has changed. AI agents are nobody's contacts. */
export async function syncMembers(ctx: Ctx, memberIds: number[]): Promise<void> {
  if (memberIds.length === 0) return
  const addresses = await ctx.members.addresses(memberIds)
  const emails = JSON.stringify([...addresses].map(([id, { email }]) => ({ id, email })))
  const known = `known as (select m.id, m.name, m.created_at, e.email from kernel.member_card m
    left join jsonb_to_recordset($3::jsonb) as e (id bigint, email text) on e.id = m.id where m.community_id = $1 and m.id = any ($2::bigint[]) and ${isPerson('m')})`
  const values = [memberIds, emails]
  // an address that has changed hands
  await ctx.sql(
    `with ${known} update audience.person p set email = null, updated_at = now() from known k
     where p.community_id = $1 and lower(p.email) = lower(k.email) and p.member_id <> k.id`,
    values,
  )
  // a contact who has signed up: tags and notes go along; an imported member may have been here long before
  await ctx.sql(
    `with ${known} update audience.person p set member_id = k.id, name = k.name, created_at = least(p.created_at, k.created_at), updated_at = now() from known k
     where p.community_id = $1 and lower(p.email) = lower(k.email) and p.member_id is null
       and not exists (select from audience.person o where o.community_id = $1 and o.member_id = k.id)`,
    values,
  )
  const double = await ctx.sql<{ contact: number; person: number }>(
    `with ${known} select c.id as contact, p.id as person from known k join audience.person c on c.community_id = $1 and lower(c.email) = lower(k.email) and c.member_id is null
     join audience.person p on p.community_id = $1 and p.member_id = k.id`,
    values,
  )
  for (const { contact, person } of double) await merge(ctx, contact, person)
  await ctx.sql(
    `with ${known} insert into audience.person as p (community_id, member_id, email, name, source, created_at) select $1, k.id, k.email, k.name, 'member', k.created_at from known k order by k.id
     on conflict (community_id, member_id) do update set name = excluded.name, email = coalesce(excluded.email, p.email), updated_at = now()
       where (p.name, p.email) is distinct from (excluded.name, coalesce(excluded.email, p.email))`,
    values,
  )
}

/** A member changed to the address of a contact: one row stays, with what both had. */
async function merge(ctx: Ctx, contact: number, person: number): Promise<void> {
  const tags = await ctx.sql<{ tag_id: number }>('select tag_id from audience.person_tag where community_id = $1 and person_id = $2 and not by_rule', [contact])
  await tagPeople(
    ctx,
    [person],
    tags.map(({ tag_id }) => tag_id),
  )
  await ctx.sql('update audience.note set person_id = $3 where community_id = $1 and person_id = $2', [contact, person])
  await ctx.sql(
    `update audience.person p set fields = c.fields || p.fields, subscribed = p.subscribed and c.subscribed from audience.person c
     where c.community_id = $1 and c.id = $2 and p.community_id = $1 and p.id = $3`,
    [contact, person],
  )
  await removePeople(ctx, [contact])
}

/** Every member that has no row yet, from this id on; adds itself again until all are through. */
export async function fill(ctx: Ctx, after: number): Promise<void> {
  const rows = await ctx.sql<{ id: number }>(
    `select id from kernel.member_card m where community_id = $1 and id > $2 and status in ('active', 'invited') and ${isPerson('m')} order by id limit ${STEP}`,
    [after],
  )
  await syncMembers(
    ctx,
    rows.map(({ id }) => id),
  )
  if (rows.length === STEP) await ctx.enqueue(fillJob, { after: rows.at(-1)!.id })
}

/** @throws AtriumError 422 for an address that is none, or too many rows */
export async function upsertContacts(ctx: Ctx, rows: ContactRow[]): Promise<{ personId: number; created: boolean; tagIds: number[] }[]> {
  if (rows.length > MAX_ROWS) throw invalid({ rows: [sentence('Choose up to {max} at a time.', { max: MAX_ROWS })] })
  const given = rows.map((row) => {
    const email = needEmail(row.email.trim())
    return { ...row, email, key: email.toLowerCase() }
  })
  // the same address twice in one call is one person
  const [text] = [
    JSON.stringify(
      [...new Map(given.map((row) => [row.key, row])).values()].map(({ email, name, fields, source, sourceId }) => ({
        email,
        name: name ?? '',
        fields: fields ?? {},
        source,
        source_id: sourceId ?? null,
      })),
    ),
  ]
  const from = `jsonb_to_recordset($2::jsonb) as r (email text, name text, fields jsonb, source text, source_id bigint)`
  const made = await ctx.sql<{ id: number; key: string }>(
    `insert into audience.person (community_id, email, name, fields, source, source_id, created_at) select $1, r.email, r.name, r.fields, r.source, r.source_id, $3 from ${from}
     order by lower(r.email) on conflict (community_id, lower(email)) do nothing returning id, lower(email) as key`,
    [text, ctx.now()],
  )
  await ctx.sql(
    `update audience.person p set fields = p.fields || r.fields, name = case when p.name = '' then r.name else p.name end, updated_at = now() from ${from}
     where p.community_id = $1 and lower(p.email) = lower(r.email) and (not p.fields @> r.fields or (p.name = '' and r.name <> ''))`,
    [text],
  )
  const all = await ctx.sql<{ id: number; key: string }>(
    `select id, lower(email) as key from audience.person where community_id = $1 and lower(email) = any ($2::text[])`,
    [given.map(({ key }) => key)],
  )
  const ids = new Map(all.map(({ id, key }) => [key, id]))
  const created = new Set(made.map(({ key }) => key))
  const fresh = new Map<number, number[]>()
  for (const [tags, some] of Map.groupBy(given, ({ tagIds = [] }) => [...tagIds].sort((a, b) => a - b).join())) {
    if (!tags) continue
    const personIds = some.map(({ key }) => ids.get(key)!)
    for (const { person_id, tag_id } of await giveTags(ctx, personIds, tags.split(',').map(Number)))
      fresh.set(person_id, [...(fresh.get(person_id) ?? []), tag_id])
  }
  return given.map(({ key }) => {
    const personId = ids.get(key)
    if (personId === undefined) throw new Error('a contact was neither made nor found')
    // of two rows of one address only the first has made it
    return { personId, created: created.delete(key), tagIds: fresh.get(personId) ?? [] }
  })
}

export async function knownPeople(ctx: Ctx, emails: string[]): Promise<Map<string, KnownPerson>> {
  const rows = await ctx.sql<{ id: number; key: string; name: string; fields: Record<string, string> }>(
    'select id, lower(email) as key, name, fields from audience.person where community_id = $1 and lower(email) = any ($2::text[])',
    [emails.map((email) => email.trim().toLowerCase())],
  )
  return new Map(rows.map(({ id, key, name, fields }) => [key, { personId: id, name, fields }]))
}
export async function restoreContacts(ctx: Ctx, rows: OverwrittenPerson[]): Promise<number[]> {
  const restored = await ctx.sql<{ id: number; is_whole: boolean }>(
    `with given as (
       select p.id, r.name, r.fields, r.written -> 'fields' as written,
         p.member_id is null and p.name = r.written ->> 'name' as takes_name, p.member_id is not null or not r.written ? 'name' as keeps_name,
         array(select key from jsonb_each(r.written -> 'fields') w where p.fields -> w.key = w.value) as back
       from jsonb_to_recordset($2::jsonb) as r ("personId" bigint, name text, fields jsonb, written jsonb)
       join audience.person p on p.community_id = $1 and p.id = r."personId" for update of p)
     update audience.person p set name = case when g.takes_name then g.name else p.name end, updated_at = $3,
       fields = (p.fields - g.back) || coalesce((select jsonb_object_agg(key, value) from jsonb_each(g.fields) where key = any (g.back)), '{}')
     from given g where p.community_id = $1 and p.id = g.id
     returning p.id, (g.takes_name or g.keeps_name) and cardinality(g.back) = (select count(*) from jsonb_object_keys(g.written)) as is_whole`,
    [JSON.stringify(rows), ctx.now()],
  )
  return restored.filter(({ is_whole }) => !is_whole).map(({ id }) => id)
}

/** People with all that hangs on them; the counts of their tags fall. */
export async function removePeople(ctx: Ctx, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await uncount(
    ctx,
    await ctx.sql<{ tag_id: number; person_id: number }>(
      'delete from audience.person_tag where community_id = $1 and person_id = any ($2::bigint[]) returning tag_id, person_id',
      [ids],
    ),
  )
  await ctx.sql('delete from audience.person where community_id = $1 and id = any ($2::bigint[])', [ids])
}

/** Contacts that this source brought and that are no members by now. */
export async function removeContacts(ctx: Ctx, source: string, sourceId: number, personIds: number[]): Promise<void> {
  const rows = await ctx.sql<{ id: number }>(
    'select id from audience.person where community_id = $1 and source = $2 and source_id = $3 and id = any ($4::bigint[]) and member_id is null order by id',
    [source, sourceId, personIds],
  )
  await removePeople(
    ctx,
    rows.map(({ id }) => id),
  )
}

export async function erase(ctx: Ctx, { memberId }: ErasedMember): Promise<void> {
  const rows = await ctx.sql<{ id: number }>('select id from audience.person where community_id = $1 and member_id = $2', [memberId])
  await removePeople(
    ctx,
    rows.map(({ id }) => id),
  )
  await ctx.sql('delete from audience.score where community_id = $1 and member_id = $2', [memberId])
}

/** Rows of these members, by member. */
export async function peopleOf(ctx: Ctx, memberIds: number[]): Promise<Map<number, number>> {
  const rows = await ctx.sql<{ id: number; member_id: number }>(
    'select id, member_id from audience.person where community_id = $1 and member_id = any ($2::bigint[])',
    [memberIds],
  )
  return new Map(rows.map(({ id, member_id }) => [member_id, id]))
}

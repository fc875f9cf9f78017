/** Who asks: one row each, whichever way they come. */
import { cut, isZone, LOCALES, notFound } from '@atrium/sdk'
import { type Ctx, lock } from '@atrium/sdk/server'
import type { Asker } from '../../contract.ts'
import { insert } from './writing.ts'

const MAX_NAME = 120
const MAX_EXTERNAL = 200
const MAX_EMAIL = 320
const MAX_TITLE = 200
const MAX_PATH = 500
/** Pages that are kept of what they looked at. */
const PAGES = 10

const nameOf = (name: string) => cut(name.trim(), MAX_NAME)
const emailOf = (email: string | null) => (email?.trim() ? email.trim().slice(0, MAX_EMAIL) : null)

/** A member's name and language are the member's; the row keeps them for the search. @throws AtriumError 404 */
async function memberPerson(ctx: Ctx, memberId: number): Promise<number> {
  const [member, address] = [(await ctx.members.byIds([memberId])).get(memberId), (await ctx.members.addresses([memberId])).get(memberId)]
  if (!member) throw notFound('Member')
  const [row] = await ctx.sql<{ id: number }>(
    `insert into inbox.person as p (community_id, member_id, name, is_verified, locale, created_at, updated_at) values ($1, $2, $3, true, $4, $5, $5)
     on conflict (community_id, member_id) do update set name = excluded.name, locale = excluded.locale, updated_at = excluded.updated_at returning id`,
    [memberId, nameOf(member.name), address?.locale ?? null, ctx.now()],
  )
  return row!.id
}
export async function knownMember(ctx: Ctx, memberId: number): Promise<number | null> {
  const [own] = await ctx.sql<{ id: number }>('select id from inbox.person where community_id = $1 and member_id = $2', [memberId])
  return own?.id ?? null
}
/** The row of the ctx's member. @throws AtriumError 404 for whoever has asked nothing */
export async function ownPerson(ctx: Ctx): Promise<number> {
  const own = await knownMember(ctx, ctx.me().id)
  if (own === null) throw notFound('Conversation')
  return own
}
/** As another site has signed for them; what it says of them counts. */
async function externalPerson(ctx: Ctx, externalId: string, email: string | null, name: string): Promise<number> {
  const [row] = await ctx.sql<{ id: number }>(
    `insert into inbox.person as p (community_id, external_id, email, name, is_verified, created_at, updated_at) values ($1, $2, $3, $4, true, $5, $5)
     on conflict (community_id, external_id) where external_id is not null do update set email = excluded.email, name = excluded.name, updated_at = excluded.updated_at
     returning id`,
    [externalId.slice(0, MAX_EXTERNAL), emailOf(email), nameOf(name), ctx.now()],
  )
  return row!.id
}
/** By a proven address the row that has proven it too; whoever merely types one gets a row of their own, and nobody else's conversations. */
async function mailPerson(ctx: Ctx, email: string | null, name: string, isVerified: boolean, known: number | null): Promise<number> {
  if (isVerified && email) {
    await lock(ctx, `inbox.person ${email.toLowerCase()}`)
    const [proven] = await ctx.sql<{ id: number }>(
      `select id from inbox.person where community_id = $1 and lower(email) = lower($2) and is_verified and member_id is null and external_id is null order by id limit 1`,
      [email],
    )
    if (proven) return proven.id
  }
  if (known !== null) {
    const [own] = await ctx.sql<{ id: number }>(
      `update inbox.person set email = coalesce($3, email), name = coalesce(nullif($4, ''), name), is_verified = is_verified or ($3 is not null and $5), updated_at = $6
       where community_id = $1 and id = $2 and member_id is null and external_id is null
         and (not is_verified or $3::text is null or lower(email) = lower($3)) returning id`,
      [known, email, name, isVerified, ctx.now()],
    )
    if (own) return own.id
  }
  const [made] = await ctx.sql<{ id: number }>(
    'insert into inbox.person (community_id, email, name, is_verified, created_at, updated_at) values ($1, $2, $3, $4, $5, $5) returning id',
    [email, name, isVerified, ctx.now()],
  )
  return made!.id
}

/** Conversations of a row that nobody was known by go to who they turned out to be; the row goes. One that has proven an address is somebody, and stays. */
async function merge(ctx: Ctx, known: number, into: number): Promise<void> {
  const [row] = await ctx.sql<{ name: string; email: string | null }>(
    'select name, email from inbox.person where community_id = $1 and id = $2 and member_id is null and external_id is null and not is_verified for update',
    [known],
  )
  if (!row) return
  const moved = await ctx.sql<{ id: number }>('update inbox.chat set person_id = $3, updated_at = $4 where community_id = $1 and person_id = $2 returning id', [
    known,
    into,
    ctx.now(),
  ])
  for (const { id: chatId } of moved)
    await insert(ctx, { chatId, author: 'system', isNote: true, happening: 'merged', happened: { name: row.name || row.email || '' } })
  await ctx.sql('delete from inbox.person where community_id = $1 and id = $2', [known])
}

export async function personOf(ctx: Ctx, asker: Asker, known: number | null = null): Promise<number> {
  const id =
    'memberId' in asker
      ? await memberPerson(ctx, asker.memberId)
      : 'externalId' in asker
        ? await externalPerson(ctx, asker.externalId, asker.email, asker.name)
        : await mailPerson(ctx, emailOf(asker.email), nameOf(asker.name), asker.isVerified ?? false, known)
  if (known !== null && known !== id) await merge(ctx, known, id)
  return id
}

export interface Visit {
  locale?: string
  timezone?: string
  page?: { title: string; path: string }
  at?: Date
}
/** The same page again is one. Languages that nobody here writes and zones that no clock goes by are left out. */
export async function noteVisit(ctx: Ctx, personId: number, { locale, timezone, page, at = ctx.now() }: Visit): Promise<void> {
  const known = LOCALES.find((one) => one === locale) ?? null
  const zone = timezone !== undefined && isZone(timezone) ? timezone : null
  const seen = page ? [{ title: cut(page.title.trim(), MAX_TITLE), path: cut(page.path, MAX_PATH), at: at.toISOString() }] : []
  await ctx.sql(
    `update inbox.person p set locale = coalesce($3, locale), timezone = coalesce($4, timezone), seen_at = $5, updated_at = $5,
       pages = coalesce((select jsonb_agg(one order by place) from (
         select one, place from jsonb_array_elements($6::jsonb || p.pages) with ordinality as all_of (one, place)
         where place <= jsonb_array_length($6::jsonb) or jsonb_array_length($6::jsonb) = 0 or one ->> 'path' <> $6::jsonb -> 0 ->> 'path'
         order by place limit ${PAGES}) kept), '[]'::jsonb)
     where p.community_id = $1 and p.id = $2`,
    [personId, known, zone, at, JSON.stringify(seen)],
  )
}

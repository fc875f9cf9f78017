/** People in one list: members and contacts, in one statement, paged by key; how many they are; and all of them as CSV. */
import { csv, type CsvColumns, type Ctx, decodeCursor, type Paging, page, type RawBuilder, rowsFor, sql } from '@atrium/sdk/server'
import members from '../../../members/contract.ts'
import type { Chosen, Person, SORTS } from '../../contract.ts'
import { chosenWhere, FROM } from './narrow.ts'
import { sqidOf } from './sqid.ts'

export interface PersonRow {
  id: number
  member_id: number | null
  public_uid: string | null
  name: string
  email: string | null
  avatar_url: string | null
  headline: string | null
  status: Person['status'] | null
  roles: string[] | null
  subscribed: boolean
  source: string
  member_tags: Person['member_tags'] | null
  created_at: Date
  last_seen_at: Date | null
  activity_score: number | null
  sort_key: string
}
type Sort = (typeof SORTS)[number]

/** A key is its text as PostgreSQL writes it, so that no part of a second is lost. */
const ORDERS: Record<Sort, { key: RawBuilder<unknown>; by: RawBuilder<unknown>; after: (key: string, id: number) => RawBuilder<unknown> }> = {
  latest: {
    key: sql`p.created_at::text`,
    by: sql`p.created_at desc, p.id desc`,
    after: (key, id) => sql`(p.created_at, p.id) < (${key}::timestamptz, ${id})`,
  },
  oldest: { key: sql`p.created_at::text`, by: sql`p.created_at, p.id`, after: (key, id) => sql`(p.created_at, p.id) > (${key}::timestamptz, ${id})` },
  alphabetical: { key: sql`lower(p.name)`, by: sql`lower(p.name), p.id`, after: (key, id) => sql`(lower(p.name), p.id) > (${key}, ${id})` },
  last_seen: {
    key: sql`coalesce(m.last_seen_at, '-infinity')::text`,
    by: sql`coalesce(m.last_seen_at, '-infinity') desc, p.id desc`,
    after: (key, id) => sql`(coalesce(m.last_seen_at, '-infinity'), p.id) < (${key}::timestamptz, ${id})`,
  },
}

export async function readPeople(ctx: Ctx, where: RawBuilder<unknown>, sort: Sort, rows: number): Promise<PersonRow[]> {
  const { key, by } = ORDERS[sort]
  const found =
    await sql<PersonRow>`select p.id, p.member_id, m.public_uid, p.name, p.email, m.avatar_url, m.headline, m.status, m.roles, p.subscribed, p.source, p.created_at,
      m.last_seen_at, s.score as activity_score, ${key} as sort_key,
      (select json_agg(json_build_object('id', t.id, 'name', t.name, 'color', t.color, 'text_color', t.text_color, 'emoji', t.emoji) order by lower(t.name))
       from audience.person_tag pt join audience.tag t on t.community_id = p.community_id and t.id = pt.tag_id where pt.community_id = p.community_id and pt.person_id = p.id) as member_tags
    from ${FROM(ctx)} left join audience.score s on s.community_id = p.community_id and s.member_id = p.member_id
    where ${where} order by ${by} limit ${rows}`.execute(ctx.em.getKysely())
  return found.rows
}

export const toPerson = (ctx: Ctx, { sort_key: _, ...row }: PersonRow): Person => ({
  ...row,
  sqid: sqidOf(ctx, row.id),
  type: row.member_id === null ? 'CommunityLead' : 'CommunityMember',
  status: row.status ?? 'contact',
  roles: row.roles ?? [],
  member_tags: row.member_tags ?? [],
  created_at: row.created_at.toISOString(),
  last_seen_at: row.last_seen_at?.toISOString() ?? null,
})

const MOMENT = /^(-infinity|\d{4,6}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?)$/
export async function listPeople(ctx: Ctx, query: Paging & Chosen & { sort: Sort }) {
  const last = decodeCursor(query.cursor, ['string', 'number'])
  const key =
    last && (query.sort === 'alphabetical' || MOMENT.test(String(last[0]))) ? ([String(last[0]).replaceAll('\u0000', ''), Number(last[1])] as const) : null
  const where = await chosenWhere(ctx, query)
  const rows = await readPeople(ctx, key ? sql`${where} and ${ORDERS[query.sort].after(...key)}` : where, query.sort, rowsFor(query))
  return page(rows, { query, key: (row) => [row.sort_key, row.id] }, (row) => toPerson(ctx, row))
}

export async function countPeople(ctx: Ctx, chosen: Chosen): Promise<{ count: number; members_count: number }> {
  const where = await chosenWhere(ctx, chosen)
  const { rows } = await sql<{ count: number; members_count: number }>`select count(*)::int as count, count(p.member_id)::int as members_count
    from ${FROM(ctx)} where ${where}`.execute(ctx.em.getKysely())
  return rows[0]!
}

const COLUMNS: CsvColumns<PersonRow> = [
  ['Person id', (row) => row.id],
  ['Member id', (row) => row.member_id],
  ['Name', (row) => row.name],
  ['Email', (row) => row.email],
  ['Status', (row) => row.status ?? 'contact'],
  ['Roles', (row) => row.roles?.join(', ')],
  ['Tags', (row) => row.member_tags?.map(({ name }) => name).join(', ')],
  ['Headline', (row) => row.headline],
  ['Subscribed', (row) => (row.subscribed ? 'yes' : 'no')],
  ['Source', (row) => row.source],
  ['Joined at', (row) => row.created_at],
  ['Last seen at', (row) => row.last_seen_at],
  ['Activity score', (row) => row.activity_score],
]
const EXPORT_STEP = 1_000
const EXPORT_MOST = 100_000
/** All that were chosen as CSV, with what members answered to the profile fields; whoever loses the right meanwhile gets none of it. */
export async function exportPeople(ctx: Ctx, chosen: Chosen): Promise<string> {
  const where = await chosenWhere(ctx, chosen)
  const rows: (PersonRow & { answers: Record<string, string | string[]> })[] = []
  const fields = await ctx.use(members).fields()
  for (let last = 0; rows.length < EXPORT_MOST; ) {
    const asker = await ctx.actAs(ctx.me().id)
    if (!asker.can('members.manage')) break
    const step = await readPeople(ctx, sql`${where} and ${ORDERS.oldest.after(rows.at(-1)?.sort_key ?? '-infinity', last)}`, 'oldest', EXPORT_STEP)
    const answers = await ctx.use(members).valuesOf(step.flatMap(({ member_id }) => member_id ?? []))
    rows.push(...step.map((row) => ({ ...row, answers: answers.get(row.member_id ?? 0) ?? {} })))
    if (step.length < EXPORT_STEP) break
    last = step.at(-1)!.id
  }
  await ctx.audit('audience.exported', 'audience', { count: rows.length })
  const asked = fields.map(({ key, label }): CsvColumns<(typeof rows)[number]>[number] => [label, (row) => [row.answers[key] ?? []].flat().join(', ')])
  return csv<(typeof rows)[number]>([...COLUMNS, ...asked], rows)
}

/** What happens to tags: they are made, changed, given to people and taken from them. */
import { AtriumError, notFound } from '@atrium/sdk'
import {
  addTo,
  assign,
  columnsOf,
  containing,
  type Ctx,
  decodeCursor,
  hold,
  isoOf,
  lastId,
  lock,
  page,
  type Paging,
  type RowOf,
  rowsFor,
} from '@atrium/sdk/server'
import contract, { type Locations, MAX_TAGS, type MemberTag, type TagInput, type TaggedMember } from '../../contract.ts'
import { PersonTagTable, TagTable, type Tables } from '../entities.ts'
import { ruleJob } from '../jobs.ts'
import { checkTagRule } from './rules.ts'

export type TagRow = RowOf<typeof TagTable>
const EVERYWHERE: Locations = { post_bio: true, profile_page: true, member_directory: true }

export const toTag = ({ community_id: _, ...row }: TagRow): MemberTag => ({ ...row, created_at: row.created_at as never, updated_at: row.updated_at as never })
const noTag = () => notFound('Member tag', 'member_tag_not_found')
const badTag = (details: Record<string, string[]>) => new AtriumError(422, 'invalid_member_tag_params', 'Some fields need attention.', { details })

export async function findTag(ctx: Ctx, id: number): Promise<TagRow> {
  const row = await ctx.em
    .getKysely<Tables>()
    .selectFrom('audience.tag')
    .selectAll()
    .where('community_id', '=', ctx.community.id)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw noTag()
  return row
}

/** Refuses a name that another tag has. */
async function needName(ctx: Ctx, name: string, but?: number): Promise<void> {
  const [taken] = await ctx.sql('select from audience.tag where community_id = $1 and lower(name) = lower($2) and id is distinct from $3', [name, but ?? null])
  if (taken) throw badTag({ name: ['A tag with this name already exists.'] })
}
async function needSegment(ctx: Ctx, id: number): Promise<void> {
  const [found] = await ctx.sql('select from audience.segment where community_id = $1 and id = $2', [id])
  if (!found) throw badTag({ segment_id: ['This segment doesn’t exist.'] })
}

export async function createTag(ctx: Ctx, input: TagInput): Promise<number> {
  // one at a time, else two could both be the last that there is room for, or bear one name
  await lock(ctx, 'audience tags')
  await needName(ctx, input.name)
  if ((await ctx.em.count(TagTable, {})) >= MAX_TAGS) throw badTag({ name: ['You’ve reached the maximum number of tags.'] })
  if (input.segment_id) await needSegment(ctx, input.segment_id)
  const tag = ctx.em.create(TagTable, {
    name: input.name,
    color: input.color,
    textColor: input.text_color,
    emoji: input.emoji || null,
    displayFormat: input.display_format,
    displayLocations: { ...EVERYWHERE, ...input.display_locations },
    isPublic: input.is_public,
    isBackgroundEnabled: input.is_background_enabled,
    segmentId: input.segment_id,
  })
  await ctx.em.flush()
  if (tag.segmentId) await ctx.enqueue(ruleJob, { tagId: tag.id }, { key: `rule:${tag.id}` })
  await ctx.audit('member_tag.created', `member_tag:${tag.id}`, { name: tag.name })
  return tag.id
}

export async function updateTag(ctx: Ctx, id: number, { display_locations, ...changes }: Partial<TagInput>): Promise<void> {
  const tag = await hold(ctx, TagTable, id, 'Member tag', 'member_tag_not_found')
  if (changes.name !== undefined) await needName(ctx, changes.name, id)
  if (changes.segment_id) {
    // as segments do: two that change at once could close a circle
    await lock(ctx, 'audience segments')
    await needSegment(ctx, changes.segment_id)
    await checkTagRule(ctx, id, changes.segment_id)
  }
  const ruled = changes.segment_id !== undefined && changes.segment_id !== tag.segmentId
  assign(TagTable, tag, { ...changes, ...(display_locations ? { display_locations: { ...tag.displayLocations, ...display_locations } } : {}) })
  await ctx.em.flush()
  // without a rule, what it gave goes with the next run
  if (ruled) await ctx.enqueue(ruleJob, { tagId: id }, { key: `rule:${id}` })
  await ctx.audit('member_tag.updated', `member_tag:${id}`, { name: tag.name })
}

export async function deleteTag(ctx: Ctx, id: number): Promise<void> {
  const tag = await hold(ctx, TagTable, id, 'Member tag', 'member_tag_not_found')
  await ctx.em.nativeDelete(TagTable, { id })
  await ctx.audit('member_tag.deleted', `member_tag:${id}`, { name: tag.name })
}

/** Of these the tags and people that exist here, so that a forged id is nothing. */
const pairs = `select p.id as person_id, t.id as tag_id from audience.person p, audience.tag t
  where p.community_id = $1 and p.id = any ($2::bigint[]) and t.community_id = $1 and t.id = any ($3::bigint[])`

/** Gives tags. What is given by hand stays when a rule lets go. @returns what is new, of each person */
export async function giveTags(ctx: Ctx, personIds: number[], tagIds: number[], byRule = false): Promise<{ person_id: number; tag_id: number }[]> {
  if (personIds.length === 0 || tagIds.length === 0) return []
  const rows = await ctx.sql<{ person_id: number; tag_id: number; is_new: boolean }>(
    `insert into audience.person_tag as t (community_id, person_id, tag_id, by_rule, created_at) select $1, x.person_id, x.tag_id, $4, $5 from (${pairs} order by 2, 1) x
     on conflict (community_id, person_id, tag_id) do update set by_rule = false where t.by_rule and not excluded.by_rule
     returning person_id, tag_id, (xmax = 0) as is_new`,
    [personIds, tagIds, byRule, ctx.now()],
  )
  const fresh = rows.filter(({ is_new }) => is_new)
  for (const [tagId, some] of [...Map.groupBy(fresh, ({ tag_id }) => tag_id)].sort(([a], [b]) => a - b))
    await addTo(ctx, TagTable, tagId, { tagged_members_count: some.length })
  await tell(ctx, fresh, 'person.tagged')
  return fresh
}
/** @returns the people for whom something has changed */
export async function tagPeople(ctx: Ctx, personIds: number[], tagIds: number[], byRule = false): Promise<number[]> {
  return [...new Set((await giveTags(ctx, personIds, tagIds, byRule)).map(({ person_id }) => person_id))]
}

/** Takes tags away. @param byRule only those that a rule has given @returns the people for whom something has changed */
export async function untagPeople(ctx: Ctx, personIds: number[], tagIds: number[], byRule = false): Promise<number[]> {
  if (personIds.length === 0 || tagIds.length === 0) return []
  const rows = await ctx.sql<{ person_id: number; tag_id: number }>(
    `delete from audience.person_tag where community_id = $1 and person_id = any ($2::bigint[]) and tag_id = any ($3::bigint[]) and (by_rule or not $4)
     returning person_id, tag_id`,
    [personIds, tagIds, byRule],
  )
  await uncount(ctx, rows)
  await tell(ctx, rows, 'person.untagged')
  return [...new Set(rows.map(({ person_id }) => person_id))]
}

/** The counts of tags that people bear no more. */
export async function uncount(ctx: Ctx, rows: { tag_id: number }[]): Promise<void> {
  for (const [tagId, some] of [...Map.groupBy(rows, ({ tag_id }) => tag_id)].sort(([a], [b]) => a - b))
    await addTo(ctx, TagTable, tagId, { tagged_members_count: -some.length })
}

async function tell(ctx: Ctx, rows: { person_id: number; tag_id: number }[], name: 'person.tagged' | 'person.untagged'): Promise<void> {
  if (rows.length === 0) return
  const members = await ctx.sql<{ id: number; member_id: number }>(
    'select id, member_id from audience.person where community_id = $1 and id = any ($2::bigint[]) and member_id is not null',
    [[...new Set(rows.map(({ person_id }) => person_id))]],
  )
  const known = new Map(members.map(({ id, member_id }) => [id, member_id]))
  for (const { person_id, tag_id } of rows) {
    const memberId = known.get(person_id)
    if (memberId !== undefined) ctx.emit(contract.events[name], { memberId, tagId: tag_id })
  }
}

/** A person bears by hand exactly these. */
export async function setTags(ctx: Ctx, personId: number, tagIds: number[]): Promise<void> {
  const bears = await ctx.em.find(PersonTagTable, { personId }, { fields: ['tagId'] })
  await untagPeople(
    ctx,
    [personId],
    bears.map(({ tagId }) => tagId).filter((id) => !tagIds.includes(id)),
  )
  await tagPeople(ctx, [personId], tagIds)
}

type TaggedRow = Omit<TaggedMember, 'contact_type' | 'created_at' | 'updated_at'> & { created_at: Date; updated_at: Date }
const toTagged = (row: TaggedRow) => ({
  ...row,
  contact_type: row.community_member_id ? ('CommunityMember' as const) : ('CommunityLead' as const),
  created_at: isoOf(row.created_at)!,
  updated_at: isoOf(row.updated_at)!,
})
/** $2 tags or null, $3 last id or null, $4 rows. Walks person_tag_list backwards, of some tags person_tag_tag. */
const TAGGED = `select x.id, x.tag_id as member_tag_id, t.name as member_tag_name, t.emoji as member_tag_emoji, p.id as contact_id, p.member_id as community_member_id,
    p.name, p.email, x.created_at, x.updated_at
  from audience.person_tag x join audience.tag t on t.community_id = $1 and t.id = x.tag_id join audience.person p on p.community_id = $1 and p.id = x.person_id
  where x.community_id = $1 and ($2::bigint[] is null or x.tag_id = any ($2)) and ($3::bigint is null or x.id < $3) order by x.id desc limit $4`
export async function listTagged(ctx: Ctx, query: Paging & { member_tag_ids?: number[] }) {
  const rows = await ctx.sql<TaggedRow>(TAGGED, [query.member_tag_ids ?? null, lastId(query), rowsFor(query)])
  return page(rows, { query, key: ({ id }) => [id] }, toTagged)
}
/** @throws AtriumError 404 */
export async function showTagged(ctx: Ctx, id: number) {
  const [row] = await ctx.sql<TaggedRow>(TAGGED, [null, id + 1, 1])
  if (row?.id !== id) throw notFound('Tagged member')
  return toTagged(row)
}

const TAG_ORDERS = { oldest: 'id', newest: 'id desc', alphabetical: 'lower(name), id', alphabetical_desc: 'lower(name) desc, id desc' } as const
/** There are at most 200, so a page is cut from all that match. */
export async function listTags(ctx: Ctx, query: Paging & { name?: string; is_public?: boolean; sort: keyof typeof TAG_ORDERS }) {
  const from = Number(decodeCursor(query.cursor, ['number'])?.[0] ?? 0)
  const rows = await ctx.sql<TagRow>(
    `select ${columnsOf(TagTable)} from audience.tag where community_id = $1 and ($2::text is null or name ilike $2) and ($3::boolean is null or is_public = $3)
     order by ${TAG_ORDERS[query.sort]} limit ${MAX_TAGS}`,
    [query.name ? containing(query.name) : null, query.is_public ?? null],
  )
  const placed = rows.map((row, place) => ({ row, place })).filter(({ place }) => place >= from)
  return page(placed, { query, key: ({ place }) => [place + 1], count: rows.length }, ({ row }) => toTag(row))
}

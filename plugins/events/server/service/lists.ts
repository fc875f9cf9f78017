/** Dates in lists that narrow themselves, and those that are next. */
import { type Ctx, decodeCursor, page, type Paging, rowsFor, containing, isoOf } from '@atrium/sdk/server'
import { notFound } from '@atrium/sdk'
import spaces from '../../../spaces/contract.ts'
import events, { MAX_ENTRIES } from '../../contract.ts'
import { managesIn } from '../policies.ts'
import { type DateRow, dates, followingOf, LONGEST, month, monthOf, nextOfAll } from '../reads.ts'
import { presentEntries, presentEvents } from './present.ts'

export interface Filter extends Paging {
  past_events?: boolean | undefined
  search_text?: string | undefined
  status: 'draft' | 'published'
  start_date?: string | undefined
  end_date?: string | undefined
  location_type?: string | undefined
  mine?: boolean | undefined
}

const reader = (ctx: Ctx) => ctx.member?.id ?? 0
/** Visitors see the page of all events where the community has made it public. */
async function visible(ctx: Ctx): Promise<number[]> {
  if (!ctx.member && !ctx.communitySettings(events).public_events_page) return []
  return (await ctx.use(spaces).access()).visibleIds()
}

async function answer(ctx: Ctx, rows: DateRow[], query: Paging) {
  const envelope = page(rows, { query, key: (row) => [row.sort_key, row.occurrence_id] }, (row) => row)
  return { ...envelope, records: await presentEvents(ctx, envelope.records) }
}

/** @param spaceId null for all that the reader sees */
export async function listDates(ctx: Ctx, spaceId: number | null, query: Filter) {
  const access = await ctx.use(spaces).access()
  if (spaceId !== null && !access.canView(spaceId)) throw notFound('Space')
  const within = spaceId === null ? await visible(ctx) : [spaceId]
  const key = decodeCursor(query.cursor, ['string', 'number'])
  const values: unknown[] = [reader(ctx), ctx.now(), within]
  const add = (value: unknown) => `$${values.push(value) + 1}`
  const parts = ['o.space_id = any ($4::bigint[])']
  if (query.status === 'published') parts.push('o.is_listed')
  else {
    // drafts are their author's, and of those who run the space; one row each
    parts.push(`e.status = 'draft' and e.deleted_at is null`)
    const runs = within.filter((id) => managesIn(access, id))
    const me = add(reader(ctx))
    parts.push(`(e.author_member_id = ${me} or ${me} = any (e.cohost_ids) or o.space_id = any (${add(runs)}::bigint[]))`)
    parts.push('o.id = (select b.id from events.occurrence b where b.community_id = $1 and b.event_id = e.id order by b.starts_at limit 1)')
  }
  if (query.start_date || query.end_date) {
    if (query.start_date) parts.push(`o.starts_at >= ${add(query.start_date)}::timestamptz`)
    if (query.end_date) parts.push(`o.starts_at <= ${add(query.end_date)}::timestamptz`)
  } else if (query.status === 'published') parts.push(query.past_events ? 'o.ends_at <= $3' : `o.starts_at > $3::timestamptz - ${LONGEST} and o.ends_at > $3`)
  if (query.search_text) parts.push(`e.name ilike ${add(containing(query.search_text))}`)
  if (query.location_type) parts.push(`e.location_type = ${add(query.location_type)}`)
  if (query.mine) parts.push(`r.status in ('yes', 'maybe')`)
  const down = query.past_events === true
  if (key) parts.push(`(o.starts_at, o.id) ${down ? '<' : '>'} (${add(key[0])}::timestamptz, ${add(key[1])}::bigint)`)
  const direction = down ? 'desc' : 'asc'
  const order = `order by o.starts_at ${direction}, o.id ${direction} limit ${add(rowsFor(query))}`
  // a value that no condition names has no type
  return answer(ctx, await ctx.sql<DateRow>(dates(`$3::timestamptz is not null and ${parts.join(' and ')}`, order), values), query)
}

/** Of each event its next date, soonest first. */
export async function listNext(ctx: Ctx, spaceIds: number[] | null, query: Paging & { mine?: boolean | undefined }) {
  const within = spaceIds ?? (await visible(ctx))
  if (query.mine) return listDates(ctx, null, { ...query, status: 'published', mine: true })
  const [startsAt, id] = decodeCursor(query.cursor, ['string', 'number']) ?? [null, null]
  const rows = within.length > 0 ? await ctx.read(nextOfAll, [reader(ctx), ctx.now(), within, rowsFor(query), startsAt, id]) : []
  const answered = await answer(ctx, rows, query)
  const series = rows.flatMap(({ id, rule }) => (rule ? [id] : []))
  const following = Map.groupBy(series.length ? await ctx.read(followingOf, [ctx.now(), series]) : [], ({ event_id }) => event_id)
  const datesOf = (id: number) => following.get(id)?.map((date) => ({ occurrence_id: date.id, starts_at: isoOf(date.starts_at) }))
  return { ...answered, records: answered.records.map((record) => ({ ...record, next_dates: datesOf(record.id) })) }
}

/** Days that one calendar shows at most. */
const LONGEST_SPAN = 100 * 86_400_000
/** All dates between two moments. */
export async function listMonth(ctx: Ctx, spaceId: number | null, { from, to }: { from: string; to: string }) {
  const { canView } = await ctx.use(spaces).access()
  if (spaceId !== null && !canView(spaceId)) throw notFound('Space')
  const [begin, end] = [new Date(from), new Date(Math.min(Date.parse(to), Date.parse(from) + LONGEST_SPAN))]
  const [row] =
    spaceId === null ? await ctx.read(month, [reader(ctx), begin, end, await visible(ctx)]) : await ctx.read(monthOf, [reader(ctx), begin, end, spaceId])
  const { entries } = row!
  return { records: await presentEntries(ctx, entries.slice(0, MAX_ENTRIES)), has_more: entries.length > MAX_ENTRIES }
}

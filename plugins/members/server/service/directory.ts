/** The directory: who fits, in which order, a page at a time. */
import { forbidden, type RouteParsed, unspacedIn } from '@atrium/sdk'
import { type Ctx, decodeCursor, page, type RawBuilder, rowsFor, type SqlBool, sql, containing, literally } from '@atrium/sdk/server'
import spaces from '../../../spaces/contract.ts'
import type contract from '../../contract.ts'
import { NEW_DAYS, RANKED_LETTERS } from '../../contract.ts'
import { apartOf, manages } from '../policies.ts'
import { type MemberRow, narrowedPage, pageReads } from '../reads.ts'
import { condition } from './filters.ts'
import { dateCondition } from './ownFilters.ts'
import { toRows } from './present.ts'

type Query = RouteParsed<(typeof contract)['routes']['list']>['query']

/** More than these are not narrowed down to; who is online changes while one looks anyway. */
const MOST_ONLINE = 1_000
/** What a search answers at most; whoever is not among them types more. */
const MOST_FOUND = 100

/** Words of a name that begin so; without spaces between words, any part of it. */
const beginnings = (text: string): RawBuilder<SqlBool> => {
  const patterns = unspacedIn(text).length ? [containing(text)] : [`${literally(text)}%`, `% ${literally(text)}%`]
  return sql`public.unaccent(m.name) ilike any (array[${sql.join(patterns.map((pattern) => sql`public.unaccent(${pattern})`))}])`
}
const byAddress = (ctx: Ctx, text: string): RawBuilder<SqlBool> =>
  sql`m.id in (select kernel.members_by_address(${ctx.community.id}::bigint, ${containing(text)}))`
const among = (ids: number[]): RawBuilder<SqlBool> => sql`m.id = any (${ids}::bigint[])`

/** All that narrows the list, but for the words. */
async function conditionsOf(ctx: Ctx, query: Query, here: number[] | null): Promise<RawBuilder<SqlBool>[]> {
  return [
    ...(here ? [among(here)] : []),
    ...(query.space_id ? [among(await ctx.use(spaces).memberIds(query.space_id))] : []),
    ...(query.is_new ? [dateCondition(ctx, sql`m.created_at`, { operator: 'within_days', value: NEW_DAYS })] : []),
    ...(query.filters?.rules.length ? [(await condition(ctx, query.filters, !manages(ctx))).member] : []),
  ]
}

/** @throws AtriumError 403 for who searches by address and may not, 404 for a space whose members this reader may not see, 422 for a filter that is none */
export async function directory(ctx: Ctx, query: Query) {
  const text = query.search_text ?? ''
  const addresses = manages(ctx) && query.query_type !== 'name'
  if (query.query_type === 'email' && !addresses) throw forbidden('You don’t have permission to search by email.')
  const here = ctx.member ? await ctx.onlineMembers(query.online ? MOST_ONLINE : 0) : null
  const conditions = await conditionsOf(ctx, query, query.online ? (here?.memberIds ?? []) : null)
  const common = { apart: await apartOf(ctx), hiddenToo: manages(ctx) }
  const online_count = here?.count ?? null
  // Shorter words are looked up as beginnings of names: the search index needs more to go by. It knows no addresses either.
  const ranked = text.length >= RANKED_LETTERS && query.query_type === 'name_and_email' && !(addresses && text.includes('@'))
  if (!ranked) {
    const words = query.query_type === 'email' ? byAddress(ctx, text) : addresses && text.includes('@') ? byAddress(ctx, text) : beginnings(text)
    const after = decodeCursor(query.cursor, ['number', 'string'])
    const rows = rowsFor(query)
    const all = text ? [...conditions, words] : conditions
    const found = all.length
      ? await narrowedPage(ctx, { ...common, sort: query.sort, rows, after, conditions: all })
      : await ctx.read(pageReads[query.sort], [rows, after?.[0] ?? null, common.apart, common.hiddenToo, after?.[1] ?? null])
    return { ...(await shown(ctx, query, found, (row) => [row.id, row.sort_key])), online_count }
  }
  // The best first, so the key of a page is a place among those found.
  const [from = 0] = decodeCursor(query.cursor, ['number']) ?? []
  const hits = await ctx.search.find({ text, kinds: ['member'], spaceIds: [], limit: MOST_FOUND })
  const place = new Map(hits.map(({ recordId }, i) => [recordId, i]))
  const fits = addresses ? sql<SqlBool>`(${among([...place.keys()])} or ${byAddress(ctx, text)})` : among([...place.keys()])
  const found = await narrowedPage(ctx, { ...common, sort: 'latest', rows: 2 * MOST_FOUND, after: null, conditions: [...conditions, fits] })
  // whose address alone fits come after those whom the words fit
  for (const { id } of found) if (!place.has(id)) place.set(id, place.size)
  const rows = found.filter(({ id }) => place.get(id)! >= Number(from)).sort((a, b) => place.get(a.id)! - place.get(b.id)!)
  return { ...(await shown(ctx, query, rows, (row) => [place.get(row.id)! + 1])), online_count }
}

async function shown(ctx: Ctx, query: Query, rows: MemberRow[], key: (row: MemberRow) => (string | number)[]) {
  const envelope = page(rows, { query, key }, (row) => row)
  return { ...envelope, records: await toRows(ctx, envelope.records) }
}

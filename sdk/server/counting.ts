/** What keeps numbers and rows together when many change the same thing at once: a row is held before it changes, and kept counters can be counted anew. */
import type { EntitySchema } from '@mikro-orm/core'
import { sql } from 'kysely'
import { notFound } from '../core/errors.ts'
import type { Ctx } from './ctx.ts'
import type { RowOf, Table } from './table.ts'

/**
 * The record as it stands now, kept from others until this unit of work ends: of several who change it at once, each sees what the one before
 * has left. Every change of state begins with it, so that only who makes the change counts it and tells of it.
 * @throws AtriumError 404 without the record, 500 `internal_error` in a read
 */
export async function hold<Entity extends object>(ctx: Ctx, table: EntitySchema<Entity>, id: number, what?: string, code?: string): Promise<Entity> {
  const { schema, tableName } = table.init().meta
  await ctx.em.flush()
  const [row] = await ctx.em
    .getConnection()
    .execute<object[]>(`select * from ${schema}."${tableName}" where community_id = ? and id = ? for no key update`, [ctx.community.id, id])
  if (!row) throw notFound(what, code)
  return ctx.em.map(table, row) as Entity
}

/**
 * Nobody else in this community passes a point of the same name until this unit of work ends: for what no row stands for yet.
 * @param name begins with the plugin's, as the names of all plugins share one room
 * @param how `shared` lets others pass who share it too, and keeps out who wants it alone
 */
export async function lock(ctx: Ctx, name: string, how: 'alone' | 'shared' = 'alone'): Promise<void> {
  await ctx.sql(`select pg_advisory_xact_lock${how === 'shared' ? '_shared' : ''}(hashtextextended($2, $1::bigint))`, [name])
}

/**
 * Adds to numbers that are kept in columns, in the statement itself, so that of several at once none is lost: `addTo(ctx, Poll, id, { voters_count: 1 })`.
 * None falls below 0.
 */
export async function addTo<T extends Table>(ctx: Ctx, table: T, ids: number | number[], amounts: { [Column in keyof RowOf<T>]?: number }): Promise<void> {
  if ([ids].flat().length === 0) return
  const { schema, tableName } = (table as unknown as EntitySchema).init().meta
  await ctx.em
    .getKysely<Record<string, Record<string, any>>>()
    .updateTable(`${schema}.${tableName}`)
    .set(Object.fromEntries(Object.entries(amounts).map(([column, by]) => [column, sql`greatest(${sql.ref(column)} + ${by}, 0)`])))
    .where('community_id', '=', ctx.community.id)
    .where('id', 'in', [ids].flat())
    .execute()
}

/** A number that is kept in a column instead of being counted when it is read. */
export interface Counter {
  /** `schema.table.column` */
  kept: string
  /** Counts anew: a query of `id` (of the record in that table) and `count`, of the community `$1`. What several plugins count for one column is added up. */
  counted: string
}

/** A record whose kept number is not what its rows come to. */
export interface CounterDifference {
  /** `schema.table.column` */
  counter: string
  id: number
  kept: number
  counted: number
}
/** Records told of each counter. */
const SHOWN = 100

function placeOf(kept: string) {
  const [schema, table, column] = kept.split('.')
  return { table: `"${schema}"."${table}"`, column: `"${column}"` }
}
/** The records of which kept and counted differ, in one snapshot. */
function differing(kept: string, parts: Counter[]): string {
  const { table, column } = placeOf(kept)
  return `select t.id, t.${column}::int as kept, coalesce(c.count, 0)::int as counted from ${table} t
    left join (select id, sum(count) as count from (${parts.map(({ counted }) => counted).join(' union all ')}) parts group by id) c on c.id = t.id
    where t.community_id = $1 and t.${column} is distinct from coalesce(c.count, 0)`
}
async function mend(ctx: Ctx, kept: string, parts: Counter[], ids: number[]): Promise<void> {
  const { table, column } = placeOf(kept)
  // who counts at this moment is waited for, and nobody counts from here on, so what is asked next sees all that they did
  await ctx.sql(`select from ${table} where community_id = $1 and id = any ($2::bigint[]) order by id for no key update`, [ids])
  await ctx.sql(
    `update ${table} t set ${column} = d.counted from (${differing(kept, parts)} and t.id = any ($2::bigint[])) d where t.community_id = $1 and t.id = d.id`,
    [ids],
  )
}
/** What differs in this community, at most 100 records of each counter. @param mends puts these right, in a write alone */
export async function compareCounters(ctx: Ctx, counters: Counter[], { mends = false } = {}): Promise<CounterDifference[]> {
  const found: CounterDifference[] = []
  for (const [counter, parts] of Map.groupBy(counters, ({ kept }) => kept)) {
    const rows = await ctx.sql<Omit<CounterDifference, 'counter'>>(`${differing(counter, parts)} order by t.id limit ${SHOWN}`)
    found.push(...rows.map((row) => ({ counter, ...row })))
    const ids = rows.map(({ id }) => id)
    if (mends && ids.length > 0) await mend(ctx, counter, parts, ids)
  }
  return found
}

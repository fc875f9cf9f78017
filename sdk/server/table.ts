/** `table()`: one declaration gives a plugin's table its id, its community wall and its timestamps. */
import { defineEntity, type EntityManager, type EntitySchema, type EntitySchemaWithMeta, p, type RequiredEntityData } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'
import type { Generated, Selectable } from 'kysely'
import type { Cards } from './cards.ts'

export { p }
/** A piece of SQL inside a typed statement. */
export { sql } from 'kysely'
/** A condition made by it, `RawBuilder<SqlBool>`, that one plugin hands to another. */
export type { RawBuilder, SqlBool } from 'kysely'
export type { InferEntity } from '@mikro-orm/core'

/** What of a table is part of an archive: of the community's all, unless something speaks against that; of a member's own data nothing, unless it says so. */
export interface Travel {
  /** Why none of it leaves this installation. */
  stays?: string
  /** Columns that open something (tokens, sealed secrets): they are null in the archive. */
  secret?: readonly string[]
  /** Columns that the member in `member_id` (or `author_member_id`) may take along, with `id` and `created_at`: what they made, and what the app shows them. */
  own?: readonly string[]
  /** Of which rows, where not of all: a condition in SQL in which the row is `t`, as `t.settled_at is not null`. */
  ownWhen?: string
}
const travels = new WeakMap<object, Travel>()
/** As the table declares it. */
export const travelOf = (entity: object): Travel => travels.get(entity) ?? {}

/**
 * An entity inside the community wall, `schema.name` (the schema is the plugin's id with `_` for `-`).
 * Adds `id` (bigint as number), `communityId`, `createdAt`, `updatedAt`; columns are snake_case.
 * The kernel gives the table its row-level-security policy and grants; the ORM filter `community` is added here.
 * In MikroORM terms: `table('posts.post', { name: p.text(), spaceId: p.bigint('number') })`.
 * Its rows are part of the community's archive; `travel` says what must not be.
 */
export function table<const Name extends `${string}.${string}`, const Properties extends Record<string, any>>(
  fullName: Name,
  properties: Properties,
  travel: Travel = {},
) {
  const [schema, name] = fullName.split('.') as [string, string]
  const kernel = (em: EntityManager) => em.getFilterParams('community') as { communityId: number; now: () => Date }
  const entity = defineEntity({
    name: fullName
      .split(/[._-]/)
      .map((word) => word[0]!.toUpperCase() + word.slice(1))
      .join(''),
    schema,
    tableName: name,
    filters: { community: { name: 'community', cond: (args: Record<string, any>) => ({ communityId: args.communityId }), default: true } },
    properties: {
      id: p.bigint('number').primary().autoincrement(),
      communityId: p.bigint('number').onCreate((_, em) => kernel(em).communityId),
      ...properties,
      createdAt: p.datetime().onCreate((_, em) => kernel(em).now()),
      updatedAt: p
        .datetime()
        .onCreate((_, em) => kernel(em).now())
        .onUpdate((_, em) => kernel(em).now()),
    },
  })
  travels.set(entity, travel)
  return entity as typeof entity & { readonly '~table'?: Name }
}

/** Of what `table()` adds, that which no insert says. */
type Added = 'id' | 'communityId' | 'updatedAt'
const ADDED: string[] = ['id', 'communityId', 'updatedAt'] satisfies Added[]
/** A table as `table()` makes it. */
export type Table = EntitySchemaWithMeta & { readonly '~table'?: string }
/** A row of a table as PostgreSQL answers it, by the names of its columns: `RowOf<typeof Post>` or `RowOf<typeof Post, 'id' | 'space_id'>`. */
export type RowOf<T extends Table, Columns extends keyof Selectable<InferKyselyTable<T>> = keyof Selectable<InferKyselyTable<T>>> = Pick<
  Selectable<InferKyselyTable<T>>,
  Columns
>
/** What typed SQL may name, the kernel's views too: `ctx.em.getKysely<TablesOf<typeof Post | typeof Topic>>().selectFrom('posts.post')`. */
export type TablesOf<T extends Table> = Cards & { [One in T as NonNullable<One['~table']>]: Stamped<InferKyselyTable<One>> }
/** PostgreSQL knows the moment by itself: `default now()`. */
type Stamped<Columns> = Omit<Columns, 'created_at' | 'updated_at'> & Record<'created_at' | 'updated_at', Generated<Date>>

const columnOf = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/**
 * For an insert so hot that it goes by a named statement: columns and defaults are those that `table()` declares, and stand nowhere else.
 * `sql` is the statement up to its `on conflict`, with the community as `$1`; `row` fills in the defaults; `params` come in `sql`'s order;
 * `defaults` are those of a row as it is read, by column.
 */
export function insertOf<Entity extends object>(table: EntitySchema<Entity>) {
  type Row = Omit<Entity, Added>
  const { schema, tableName, properties } = table.init().meta
  const own = Object.values(properties as Record<string, { name: string; default?: unknown }>).filter(({ name }) => !ADDED.includes(name))
  return {
    sql: `insert into ${schema}."${tableName}" (community_id, ${own.map(({ name }) => columnOf(name))}) values ($1, ${own.map((_, index) => `$${index + 2}`)})`,
    row: (given: Omit<RequiredEntityData<Entity>, Added | 'createdAt'> & { createdAt: Date }) =>
      Object.fromEntries(own.map((property) => [property.name, (given as Record<string, unknown>)[property.name] ?? property.default ?? null])) as Row,
    defaults: Object.fromEntries(own.map((property) => [columnOf(property.name), property.default ?? null])) as Record<string, unknown>,
    params: (row: Row): unknown[] => own.map(({ name }) => (row as Record<string, unknown>)[name]),
  }
}

/**
 * The columns of a hand-written read, as `RowOf` types them: all of a table, those named, or all but some.
 * @param alias what the statement calls the table: `columnsOf(Post, ['id', 'name'], 'p')` is `p.id, p.name`
 * @throws Error for a column that the table has not
 */
export function columnsOf<T extends Table>(
  table: T,
  which?: readonly (keyof RowOf<T> & string)[] | { but: readonly (keyof RowOf<T> & string)[] },
  alias?: string,
): string {
  const { properties, schema, tableName } = (table as unknown as EntitySchema).init().meta
  const all = Object.keys(properties).map(columnOf)
  const chosen: readonly string[] = !which ? all : 'but' in which ? all.filter((column) => !(which.but as readonly string[]).includes(column)) : which
  const unknown = chosen.find((column) => !all.includes(column))
  if (unknown) throw new Error(`${schema}.${tableName} has no column ${unknown}`)
  return chosen.map((column) => (alias ? `${alias}.${column}` : column)).join(', ')
}

/** A loaded record by the names of its columns. */
export const rowOf = <T extends Table>(_table: T, record: object): RowOf<T> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [columnOf(key), value])) as RowOf<T>

/** Gives a loaded record the values of fields that bear its columns' names, `{ is_liking_enabled: false }`; what is undefined stays. */
export function assign<T extends Table>(_table: T, record: object, fields: { [Column in keyof RowOf<T>]?: RowOf<T>[Column] | undefined }): void {
  for (const [column, value] of Object.entries(fields))
    if (value !== undefined) Object.assign(record, { [column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())]: value })
}

/** Some fields of an object, as a row's for a reply; what is undefined falls away. */
export const pick = <T extends object, Key extends keyof T>(from: T, keys: readonly Key[]): Pick<T, Key> =>
  Object.fromEntries(keys.flatMap((key) => (from[key] === undefined ? [] : [[key, from[key]]]))) as Pick<T, Key>

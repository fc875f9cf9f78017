/** `table()`: one declaration gives a plugin's table its id, its community wall and its timestamps. */
import { defineEntity, type EntitySchema, p, type RequiredEntityData } from '@mikro-orm/core'

export { p }
export type { InferEntity } from '@mikro-orm/core'

/**
 * An entity inside the community wall, `schema.name` (the schema is the plugin's id with `_` for `-`).
 * Adds `id` (bigint as number), `communityId`, `createdAt`, `updatedAt`; columns are snake_case.
 * The kernel gives the table its row-level-security policy and grants; the ORM filter `community` is added here.
 * In MikroORM terms: `table('posts.post', { name: p.text(), spaceId: p.bigint('number') })`.
 */
export function table<const Properties extends Record<string, any>>(fullName: `${string}.${string}`, properties: Properties) {
  const [schema, name] = fullName.split('.') as [string, string]
  return defineEntity({
    name: fullName
      .split(/[._-]/)
      .map((word) => word[0]!.toUpperCase() + word.slice(1))
      .join(''),
    schema,
    tableName: name,
    filters: { community: { name: 'community', cond: (args: Record<string, any>) => ({ communityId: args.communityId }), default: true } },
    properties: {
      id: p.bigint('number').primary().autoincrement(),
      communityId: p.bigint('number').onCreate((_, em) => (em.getFilterParams('community') as { communityId: number }).communityId),
      ...properties,
      createdAt: p.datetime().onCreate(() => new Date()),
      updatedAt: p
        .datetime()
        .onCreate(() => new Date())
        .onUpdate(() => new Date()),
    },
  })
}

/** Of what `table()` adds, that which no insert says. */
type Added = 'id' | 'communityId' | 'updatedAt'
const ADDED: string[] = ['id', 'communityId', 'updatedAt'] satisfies Added[]
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

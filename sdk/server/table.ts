/** `table()`: one declaration gives a plugin's table its id, its community wall and its timestamps. */
import { defineEntity, p } from '@mikro-orm/core'

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

/** One record, taken for a change of its state: whoever asks for the same change at the same moment waits, and then sees it made. */
import type { EntityName, FilterQuery } from '@mikro-orm/core'
import type { Ctx } from './ctx.ts'

/**
 * The record as it stands at this moment, held until the transaction ends. Look at its state only after this: of the same write eight times
 * at once, one finds it as it was, and only that one counts and emits.
 * @returns null when there is no such record
 */
export async function locked<T extends { id: number }>(ctx: Ctx, entity: EntityName<T>, id: number): Promise<T | null> {
  const { schema, tableName } = ctx.em.getMetadata().get(entity)
  await ctx.sql(`select from "${schema}"."${tableName}" where community_id = $1 and id = $2 for update`, [id])
  return ctx.em.findOne<T>(entity, { id } as FilterQuery<NoInfer<T>>, { refresh: true }) as Promise<T | null>
}

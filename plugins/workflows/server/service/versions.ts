/** Versions that were switched on, and runs on their way through them. */
import type { Ctx, RowOf } from '@atrium/sdk/server'
import type { Definition } from '../../contract.ts'
import type { RunTable } from '../entities.ts'
import { type Tree, treeOf } from './tree.ts'

export type RunRow = RowOf<typeof RunTable>
interface VersionOf {
  tree: Tree
  definition: Definition
  number: number
}
export const versionOf = (ctx: Ctx, id: number): Promise<VersionOf> =>
  ctx.once(`workflows.version:${id}`, async () => {
    const [row] = await ctx.sql<{ definition: Definition; number: number }>(
      'select definition, number from workflows.version where community_id = $1 and id = $2',
      [id],
    )
    return { definition: row!.definition, number: row!.number, tree: treeOf(row!.definition.actions) }
  })

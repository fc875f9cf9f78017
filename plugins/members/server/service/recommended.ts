/** People to meet: whom one's connections know, who is from the same place, who was here lately. */
import type { Ctx } from '@atrium/sdk/server'
import contract from '../../contract.ts'
import { apartOf, mayConnect } from '../policies.ts'
import { memberRead, recommendedRead } from '../reads.ts'
import { toRows } from './present.ts'

const SHOWN = 6

export async function recommended(ctx: Ctx) {
  const { recommendations, exclude_admins_from_recommendations, exclude_moderators_from_recommendations } = ctx.settings(contract)
  if (!recommendations || !mayConnect(ctx)) return { records: [] }
  const me = ctx.me().id
  const [[own], apart] = await Promise.all([ctx.read(memberRead, [me]), apartOf(ctx)])
  const leftOut = [...(exclude_admins_from_recommendations ? ['admin'] : []), ...(exclude_moderators_from_recommendations ? ['moderator'] : [])]
  const rows = await ctx.read(recommendedRead, [me, own?.location?.trim().toLowerCase() || null, apart, leftOut, SHOWN])
  const records = await toRows(ctx, rows)
  return { records: records.map((record, at) => ({ ...record, mutual_count: rows[at]!.mutual, same_place: rows[at]!.same_place })) }
}

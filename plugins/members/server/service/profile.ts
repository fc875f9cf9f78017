/** Whose profile stands at an address: a member’s; of somebody who is banned only for those who may lift the ban. */
import type { Ctx } from '@atrium/sdk/server'
import contract from '../../contract.ts'
import { apartOf } from '../policies.ts'
import { profileRead } from '../reads.ts'

/** @param memberId the number that the address may be, or null */
export async function profileAt(ctx: Ctx, uid: string, memberId: number | null) {
  const [row] = await ctx.read(profileRead, [uid, memberId])
  if (!row || (await apartOf(ctx)).includes(row.id)) return null
  if (row.status === 'active') return { row, ban: null }
  const [banning] = ctx.fill(contract.points.banning)
  const ban = (await banning?.value.of(ctx, row.id)) ?? null
  return ban && { row, ban }
}

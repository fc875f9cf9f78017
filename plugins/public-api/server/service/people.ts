/** People by their ids and addresses, as the published objects name them. */
import { notFound } from '@atrium/sdk'
import { type Ctx, unlessRefused } from '@atrium/sdk/server'
import members, { type ManagedMember } from '../../../members/contract.ts'
import type { z } from 'zod'

export type Known = z.output<typeof ManagedMember>

/** Those of these members whom this token may read; whoever has left is among them. */
export async function peopleOf(ctx: Ctx, memberIds: (number | null | undefined)[]): Promise<Map<number, Known>> {
  const ids = [...new Set(memberIds)].filter((id) => typeof id === 'number')
  if (ids.length === 0) return new Map()
  const call = ctx.call(members.routes.managed, { query: { ids, status: 'all', per_page: 100 } })
  const found = await unlessRefused(call, null, 403)
  return new Map(found?.records.map((member) => [member.id, member]))
}
/** The active member of an address. @throws AtriumError 404 */
export async function memberAt(ctx: Ctx, email: string, code = 'community_member_not_found'): Promise<Known> {
  const { records } = await ctx.call(members.routes.managed, { query: { email, per_page: 1 } })
  if (!records[0]) throw notFound('Member', code)
  return records[0]
}
/** First name and the rest, as everywhere here. */
export function namesOf(name: string): { first_name: string; last_name: string } {
  const [first = '', ...rest] = name.split(' ')
  return { first_name: first, last_name: rest.join(' ') }
}

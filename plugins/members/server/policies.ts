/** Who may look at members at all, and who is kept apart from whom. */
import { forbidden, unauthenticated } from '@atrium/sdk'
import { type Ctx, seesPeople } from '@atrium/sdk/server'
import contract from '../contract.ts'
import { anyBoundary, apartRead, mutedAll } from './reads.ts'

/** Members, and everybody where the community has made its directory public. @throws AtriumError 401 for visitors, 403 for those signed in elsewhere */
export function admit(ctx: Ctx): void {
  if (!seesPeople(ctx)) throw ctx.account ? forbidden('Only members of this community can do this.') : unauthenticated()
}
export const manages = (ctx: Ctx): boolean => ctx.can('members.manage')
const isStaff = (ctx: Ctx) => ctx.member !== null && (ctx.member.isAdmin || ctx.member.isModerator)

/** Whether anybody here keeps anybody away at all: of most communities nobody does, and then no member's own list is asked for. */
const any = (ctx: Ctx): Promise<boolean> => ctx.cached('members.bounded', null, async () => (await ctx.read(anyBoundary)).length > 0)
/** Whom a block parts from this reader, whoever made it. Who sees to the community is parted from nobody. */
export async function apartOf(ctx: Ctx): Promise<number[]> {
  if (!ctx.member || isStaff(ctx) || !(await any(ctx))) return []
  const me = ctx.member.id
  return ctx.cached('members.apart', me, async () => (await ctx.read(apartRead, [me])).map(({ id }) => id))
}
/** Whose words this reader has folded. */
export async function mutedOf(ctx: Ctx): Promise<number[]> {
  if (!ctx.member || !(await any(ctx))) return []
  const me = ctx.member.id
  return ctx.cached('members.muted', me, async () => (await ctx.read(mutedAll, [me])).map(({ id }) => id))
}
export function forgetMuted(ctx: Ctx, memberId: number): void {
  ctx.invalidate('members.bounded')
  ctx.invalidate('members.muted', memberId)
}
export function forgetApart(ctx: Ctx, ...memberIds: number[]): void {
  ctx.invalidate('members.bounded')
  for (const id of memberIds) ctx.invalidate('members.apart', id)
}
export const mayConnect = (ctx: Ctx): boolean => ctx.member !== null && !ctx.viewOnly && ctx.settings(contract).connect_enabled

/** What an invitation or an import opens, and closing it again. Each gives its own reason, so that taking one away leaves what another gave. */
import { invalid } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import spaces, { type GrantTarget } from '../../../spaces/contract.ts'
import contract, { type InvitationAccess, type OpenedTarget } from '../../contract.ts'
import type { PlaceName } from '../entities.ts'

export interface Reason {
  source: 'invitation_link' | 'invitation' | 'import'
  sourceId: number
}
/** The plugin that opens more than spaces, if it is on. */
export const accessOf = (ctx: Ctx): InvitationAccess | undefined => ctx.fill(contract.points.access)[0]?.value
const inSpaces = (targets: readonly OpenedTarget[]) => targets.filter((target): target is GrantTarget => target.kind !== 'access_group')

export async function openFor(ctx: Ctx, memberIds: number[], targets: readonly OpenedTarget[], reason: Reason): Promise<void> {
  if (memberIds.length === 0 || targets.length === 0) return
  const access = accessOf(ctx)
  if (access) await access.open(ctx, memberIds, [...targets], reason)
  else await ctx.use(spaces).grant(memberIds, inSpaces(targets), reason)
}
/** Takes away what this reason gave these members. */
export async function closeFor(ctx: Ctx, memberIds: number[], reason: Reason): Promise<void> {
  if (memberIds.length === 0) return
  const access = accessOf(ctx)
  if (access) await access.close(ctx, memberIds, reason)
  else await ctx.use(spaces).revokeGrant(memberIds, reason)
}

/** What this reader may open, with its names. */
async function offered(ctx: Ctx, spaceIds: number[]): Promise<Map<string, PlaceName>> {
  const access = accessOf(ctx)
  if (!access) {
    const cards = await ctx.use(spaces).cards(spaceIds)
    return new Map([...cards.values()].map(({ id, name, emoji }) => [`space:${id}`, { name, emoji }]))
  }
  const { groups, spaces: all, accessGroups } = await access.catalogue(ctx)
  return new Map([
    ...all.map(({ id, name, emoji }): [string, PlaceName] => [`space:${id}`, { name, emoji }]),
    ...groups.map(({ id, name }): [string, PlaceName] => [`space_group:${id}`, { name, emoji: null }]),
    ...accessGroups.map(({ id, name }): [string, PlaceName] => [`access_group:${id}`, { name, emoji: null }]),
  ])
}
/** Once each, and only what there is. @throws AtriumError 422 */
export async function checkTargets(ctx: Ctx, targets: readonly OpenedTarget[]): Promise<{ opens: OpenedTarget[]; places: PlaceName[] }> {
  const opens = new Map(targets.map((target) => [`${target.kind}:${target.id}`, target]))
  const names = opens.size
    ? await offered(
        ctx,
        targets.flatMap(({ kind, id }) => (kind === 'space' ? id : [])),
      )
    : new Map<string, PlaceName>()
  const places = [...opens.keys()].map((key) => {
    const place = names.get(key)
    if (!place) throw invalid({ opens: ['One of the selected spaces or access groups doesn’t exist.'] })
    return place
  })
  return { opens: [...opens.values()], places }
}
export async function checkSpace(ctx: Ctx, spaceId: number | null | undefined): Promise<void> {
  if (spaceId && !(await ctx.use(spaces).card(spaceId))) throw invalid({ redirect_space_id: ['This space doesn’t exist.'] })
}
/** Where whoever came in stands then. */
export async function pathOf(ctx: Ctx, spaceId: number | null): Promise<string> {
  const card = spaceId ? await ctx.use(spaces).card(spaceId) : null
  return card ? `/c/${card.slug}` : '/'
}
/** Where one stands first one belongs to, as long as anybody may join there. */
export async function enterFirst(ctx: Ctx, spaceId: number | null, memberId: number): Promise<void> {
  const card = spaceId ? await ctx.use(spaces).card(spaceId) : null
  if (card && !card.isPrivate) await ctx.use(spaces).addMembers(card.id, [memberId])
}

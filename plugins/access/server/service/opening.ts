/** What others let people into by access, without knowing of it: the group that everybody begins in, and what invitations open. */
import type { Ctx } from '@atrium/sdk/server'
import type { InvitationAccess } from '../../../invitations/contract.ts'
import { service } from './index.ts'

/** One that was archived since opens nothing, and takes nobody. */
export async function receive(ctx: Ctx, memberIds: number[], groupId: number): Promise<void> {
  const { accessGroups } = await service(ctx).catalogue()
  if (accessGroups.some(({ id }) => id === groupId))
    await service(ctx).open(memberIds, [{ kind: 'access_group', id: groupId }], { source: 'onboarding', sourceId: null })
}

export const opening: InvitationAccess = {
  open: (ctx, memberIds, targets, reason) => service(ctx).open(memberIds, targets, reason),
  close: (ctx, memberIds, reason) => service(ctx).close(memberIds, reason),
  async catalogue(ctx) {
    const { groups, spaces, accessGroups } = await service(ctx).catalogue()
    return { spaces: [...spaces, ...groups.flatMap((group) => group.spaces)], groups, accessGroups }
  },
}

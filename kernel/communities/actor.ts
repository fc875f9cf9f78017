/** Who acts in a request, for what a community notes of its changes. */
import type { Actor } from './index.ts'
import type { KernelCtx } from '../kernel-ctx.ts'

/** Who acts in a request; whoever looks as somebody else is named by their own id. Null in jobs. */
export const actorOf = ({ member, identity, masquerade, request }: KernelCtx): Actor | null =>
  member &&
  identity && {
    memberId: masquerade?.byMemberId ?? member.id,
    ip: request?.ip ?? null,
    all: identity.allPermissions,
    permissions: identity.permissions,
  }

/** Who may look at members at all: members, and everybody where the community has made its directory public. */
import { forbidden, unauthenticated } from '@atrium/sdk'
import communities from '@atrium/sdk/kernel/communities'
import type { Ctx } from '@atrium/sdk/server'

export const admitted = (ctx: Ctx): boolean => ctx.member !== null || (!ctx.community.isPrivate && ctx.settings(communities).public_member_directory)

/** @throws AtriumError 401 for visitors, 403 for those signed in elsewhere */
export function admit(ctx: Ctx): void {
  if (!admitted(ctx)) throw ctx.account ? forbidden('Only members of this community can do this.') : unauthenticated()
}

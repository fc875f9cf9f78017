/** Who may look at members at all: members, and everybody where the community has made its directory public. */
import { forbidden, unauthenticated } from '@atrium/sdk'
import { type Ctx, seesPeople } from '@atrium/sdk/server'

/** @throws AtriumError 401 for visitors, 403 for those signed in elsewhere */
export function admit(ctx: Ctx): void {
  if (!seesPeople(ctx)) throw ctx.account ? forbidden('Only members of this community can do this.') : unauthenticated()
}

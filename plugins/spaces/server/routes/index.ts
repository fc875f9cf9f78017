/** The calls of spaces: each asks a policy, then the service. */
import type { Ctx, Handlers } from '@atrium/sdk/server'
import type contract from '../../contract.ts'
import { reachOf } from '../service/access.ts'
import { groupRoutes } from './groups.ts'
import { invitationRoutes } from './invitations.ts'
import { memberRoutes } from './members.ts'
import { requestRoutes } from './requests.ts'
import { spaceRoutes } from './spaces.ts'

export const routes: Handlers<typeof contract> = { ...spaceRoutes, ...memberRoutes, ...groupRoutes, ...invitationRoutes, ...requestRoutes }

/** May this reader hear what happens in the space? */
export const mayHear = async (ctx: Ctx, spaceId: string): Promise<boolean> => (await reachOf(ctx)).canView(Number(spaceId))

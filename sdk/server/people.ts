/** Whether people may be shown at all to whoever asks. */
import communities from '../kernel/communities/contract.ts'
import type { Ctx } from './ctx.ts'

/** Members see who is here; visitors only where the community has made its directory public. Lists of names ask this first. */
export const seesPeople = (ctx: Ctx): boolean => ctx.member !== null || (!ctx.community.isPrivate && ctx.settings(communities).public_member_directory)

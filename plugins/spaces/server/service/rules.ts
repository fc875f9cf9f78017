/** What a space and the community require of members who do not run anything when they write. */
import type { Ctx } from '@atrium/sdk/server'
import contract, { type WritingRules } from '../../contract.ts'
import { reachOf, spaceMap } from './access.ts'

export async function writingRules(ctx: Ctx, spaceId: number): Promise<WritingRules> {
  const [{ byId }, reach] = await Promise.all([spaceMap(ctx), reachOf(ctx)])
  if (!reach.canView(spaceId) || reach.canModerate(spaceId)) return { hidePostSettings: false, noCovers: false, topicNeeded: false }
  const house = ctx.communitySettings(contract)
  const { hide_post_settings, disable_member_post_covers, require_topic_selection } = byId.get(spaceId)!.options
  return {
    hidePostSettings: house.hide_post_settings || hide_post_settings === true,
    noCovers: house.disable_member_post_covers || disable_member_post_covers === true,
    topicNeeded: require_topic_selection === true,
  }
}

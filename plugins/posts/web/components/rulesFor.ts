/** What a space and the community ask of ordinary members when they write; those who run the space are asked nothing. */
import type { SpaceRecord } from '../../../spaces/contract.ts'

export interface WritingRules {
  hidePostSettings: boolean
  noCovers: boolean
  topicNeeded: boolean
}
type House = { hide_post_settings?: boolean; disable_member_post_covers?: boolean }
export function rulesFor(space: SpaceRecord, house: House, moderates: boolean): WritingRules {
  const free = moderates || space.policies.can_manage_space
  return {
    hidePostSettings: !free && (house.hide_post_settings === true || space.hide_post_settings),
    noCovers: !free && (house.disable_member_post_covers === true || space.disable_member_post_covers),
    topicNeeded: !free && space.require_topic_selection,
  }
}

/** What a space asks of members' posts: a topic, no cover where covers are for those who run it, and settings left as they are. */
import { invalid } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import spaces from '../../../spaces/contract.ts'
import { newPost, type PostRow } from '../reads.ts'

interface Written {
  status: string | undefined
  /** Undefined: left as it is. */
  topics: number[] | undefined
  cover: number | null | undefined
  settings: Settings
}
/** What a call says of them, by its own names. */
type Settings = Partial<Record<(typeof SETTINGS)[number] | 'skip_notifications', boolean> & Record<(typeof META)[number], string>>
const SETTINGS = ['is_comments_enabled', 'is_comments_closed', 'is_liking_enabled', 'is_truncation_disabled', 'hide_meta_info'] as const
export const META = ['meta_title', 'meta_description', 'opengraph_title', 'opengraph_description'] as const

function changedSetting(settings: Settings, before: PostRow | null): string | undefined {
  if (settings.skip_notifications) return 'skip_notifications'
  const flag = SETTINGS.find((key) => settings[key] !== undefined && settings[key] !== (before ?? newPost.defaults)[key])
  return flag ?? META.find((key) => settings[key] !== undefined && settings[key] !== (before?.meta?.[key] ?? ''))
}

/** @throws AtriumError 422 with the field. A cover or a lack of topics that is there already may stay. */
export async function keepSpaceRules(ctx: Ctx, spaceId: number, { status, topics, cover, settings }: Written, before: PostRow | null): Promise<void> {
  const rules = await ctx.use(spaces).writingRules(spaceId)
  if (rules.noCovers && cover && cover !== before?.cover_file_id) throw invalid({ 'post.cover_image': ['Members can’t add cover images in this space.'] })
  if (rules.topicNeeded && status !== 'draft' && (before ? topics?.length === 0 : !topics?.length))
    throw invalid({ 'post.topics': ['Choose a topic. This space requires one.'] })
  const setting = rules.hidePostSettings && changedSetting(settings, before)
  if (setting) throw invalid({ [`post.${setting}`]: ['Members can’t change post settings in this space.'] })
}

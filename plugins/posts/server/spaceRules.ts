/** What a space asks of members' posts: a topic, and no cover where covers are for those who run it. */
import { invalid } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import spaces from '../../spaces/contract.ts'

interface Written {
  status: string | undefined
  /** Undefined: left as it is. */
  topics: number[] | undefined
  cover: number | null | undefined
}
/** @throws AtriumError 422 with the field. A cover or a lack of topics that is there already may stay. */
export async function keepSpaceRules(ctx: Ctx, spaceId: number, { status, topics, cover }: Written, before?: { cover: number | null }): Promise<void> {
  const rules = await ctx.use(spaces).writingRules(spaceId)
  if (rules.noCovers && cover && cover !== before?.cover) throw invalid({ 'post.cover_image': ['Members add no covers in this space.'] })
  if (rules.topicNeeded && status !== 'draft' && (before ? topics?.length === 0 : !topics?.length))
    throw invalid({ 'post.topics': ['Choose a topic: this space asks for one.'] })
}

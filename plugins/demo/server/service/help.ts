/** What the help widget offers: the rooms that answer most, one post first, and the studio's news. */
import type { Ctx } from '@atrium/sdk/server'
import helpWidget from '../../../help-widget/contract.ts'
import type { SpaceKey } from './texts/types.ts'

interface Around {
  admin: Ctx
  spaceIds: ReadonlyMap<SpaceKey, number>
  postId(title: string): number | null
}
const ARTICLES: SpaceKey[] = ['how-we-work', 'glaze-lab', 'kiln-talk', 'tools']
const FIRST = 'How to ask so that you get an answer today'

export async function addHelp({ admin, spaceIds, postId }: Around): Promise<void> {
  await admin.saveSettings(helpWidget, {
    greeting: 'What are you stuck on?',
    space_ids: ARTICLES.map((key) => spaceIds.get(key)!),
    news_space_id: spaceIds.get('announcements')!,
    pinned_post_id: postId(FIRST),
  })
}

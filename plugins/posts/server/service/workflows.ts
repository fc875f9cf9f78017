/** What workflows can do here, and what they choose by name. */
import { forbidden, RichTextDoc, z } from '@atrium/sdk'
import { containing } from '@atrium/sdk/server'
import spaces from '../../../spaces/contract.ts'
import type { WorkflowAction, WorkflowResource } from '../../../workflows/contract.ts'
import posts from '../../contract.ts'

export const post: WorkflowResource = {
  key: 'post',
  async choices(ctx, { text, ids, limit }) {
    // nobody reads here the title of what stands in a space that they may not enter
    const spaceIds = ctx.member ? (await ctx.use(spaces).access()).visibleIds() : null
    return ctx.sql<{ id: number; name: string }>(
      `select id, name from posts.post where community_id = $1 and status = 'published' and deleted_at is null and ($5::bigint[] is null or space_id = any ($5))
         and ($2::text is null or name ilike $2) and ($3::bigint[] is null or id = any ($3)) order by id desc limit $4`,
      [text ? containing(text) : null, ids ?? null, limit, spaceIds],
    )
  },
}
/** One post for each person, in the name of whoever switched the workflow on, where they may post. */
export const createPost: WorkflowAction = {
  key: 'create_post',
  icon: 'file-text',
  group: 'content',
  permission: null,
  effect: 'inside',
  input: z.object({
    space_id: z.coerce.number({ error: 'Choose a space.' }).int().positive('Choose a space.'),
    name: z.string({ error: 'Enter a title.' }).trim().min(1, 'Enter a title.').max(200),
    body: RichTextDoc,
  }),
  asks: [
    { name: 'space_id', kind: 'resource', resource: 'space' },
    { name: 'name', kind: 'text' },
    { name: 'body', kind: 'richtext' },
  ],
  async run(ctx, people) {
    const access = await ctx.use(spaces).access()
    for (const { input, key } of people) {
      if (!access.canPost(input.space_id)) throw forbidden()
      await ctx
        .use(posts)
        .create({ spaceId: input.space_id, authorMemberId: ctx.me().id, name: input.name, doc: input.body, status: 'published', clientId: `workflow-${key}` })
    }
    return []
  },
}

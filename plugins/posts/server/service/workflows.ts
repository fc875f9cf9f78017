/** What workflows can do here, and what they choose by name. */
import { forbidden, RichTextDoc, z } from '@atrium/sdk'
import { namedIn } from '@atrium/sdk/server'
import spaces from '../../../spaces/contract.ts'
import type { WorkflowAction, WorkflowResource } from '../../../workflows/contract.ts'
import posts from '../../contract.ts'

export const post: WorkflowResource = {
  key: 'post',
  choices: async (ctx, ask) =>
    namedIn(ctx, 'posts.post', ask, { where: `status = 'published' and deleted_at is null`, within: await ctx.use(spaces).inSight('space_id') }),
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

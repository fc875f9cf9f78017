/** Work that may wait: a deleted record's comments leave the search index one by one. */
import { id } from '@atrium/sdk'
import { job } from '@atrium/sdk/server'
import { z } from 'zod'

export const unindex = job('unindex', z.object({ commentIds: z.array(id) }), async (ctx, { commentIds }) => {
  for (const commentId of commentIds) ctx.search.remove('comment', commentId)
})

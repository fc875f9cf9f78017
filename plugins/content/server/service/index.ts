/** What other plugins call. */
import type { Ctx } from '@atrium/sdk/server'
import contract, { type ContentService } from '../../contract.ts'
import { unindex } from '../jobs.ts'
import { createComment } from './comments.ts'
import { activity, bookmark, follow, interactions, like, mention, react, unlike } from './interactions.ts'
import { mentioning } from './erase.ts'
import { attachments, cardOf, cardsOf } from './records.ts'
import { visitorActs, visitorTalk } from '../pages.ts'

const UNINDEX_STEP = 500

/** Bookmarks stay: their owners see that the record is gone. */
async function forget(ctx: Ctx, kind: string, id: number): Promise<void> {
  const gone = await ctx.sql<{ id: number }>('select id from content.comment where community_id = $1 and kind = $2 and record_id = $3', [kind, id])
  const commentIds = gone.map((comment) => comment.id)
  for (const table of ['"like"', 'reaction', 'reaction_count', 'follow', 'mention'])
    await ctx.sql(
      `delete from content.${table} where community_id = $1 and ((kind = $2 and record_id = $3) or (kind = 'comment' and record_id = any ($4::bigint[])))`,
      [kind, id, commentIds],
    )
  await ctx.sql('delete from content.comment where community_id = $1 and kind = $2 and record_id = $3', [kind, id])
  ctx.emit(contract.events['record.forgotten'], { kind, id })
  for (let i = 0; i < commentIds.length; i += UNINDEX_STEP) await ctx.enqueue(unindex, { commentIds: commentIds.slice(i, i + UNINDEX_STEP) })
}

export const service = (ctx: Ctx): ContentService => ({
  interactions: (kind, ids) => interactions(ctx, kind, ids),
  attachments: (kind, ids) => attachments(ctx, kind, ids),
  card: (kind, id) => cardOf(ctx, kind, id),
  cards: async (kind, ids) => [...(await cardsOf(ctx, kind, ids)).values()],
  visitorActs: (record) => visitorActs(ctx, record),
  visitorTalk: (record) => visitorTalk(ctx, record),
  like: (kind, id, options) => like(ctx, kind, id, options?.at),
  unlike: (kind, id) => unlike(ctx, kind, id),
  react: (kind, id, emoji) => react(ctx, kind, id, emoji),
  comment: (input) => createComment(ctx, input),
  bookmark: (kind, id) => bookmark(ctx, kind, id),
  async follow(kind, id) {
    await follow(ctx, kind, id)
  },
  mention: (kind, id, memberIds) => mention(ctx, kind, id, memberIds),
  mentioning: (kind, memberId) => mentioning(ctx, kind, memberId),
  activity: (kind, ids, days) => activity(ctx, kind, ids, days),
  forget: (kind, id) => forget(ctx, kind, id),
})

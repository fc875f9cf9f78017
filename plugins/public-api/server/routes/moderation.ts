/** Reported content. */
import { AtriumError, notFound } from '@atrium/sdk'
import moderationPlugin, { REASONS, TYPES } from '../../../moderation/contract.ts'
import { moderation as routes } from '../../contract/moderation.ts'
import { serve } from '../service/guard.ts'
import { pageOf } from '../service/lists.ts'

const { routes: to } = moderationPlugin
/** As cases name what they are about. */
const KINDS: Record<string, string> = { Post: 'post', Comment: 'comment', 'connect/connection': 'member', chat_room_message: 'message' }
const has = (all: readonly string[], one: string) => all.includes(one)

export const moderation = serve(routes, {
  flaggedContents: (ctx, { query: { page, per_page, status } }) => pageOf(ctx, to.list, { query: { status } }, { page, per_page }, (records) => records),
  async flagContent(ctx, { body: { flagged_content } }) {
    const { content_type, content_id, reported_reason_type } = flagged_content
    if (!has(REASONS, reported_reason_type)) throw new AtriumError(422, 'invalid_reported_reason_type', 'This reason for a report doesn’t exist.')
    if (!has(TYPES, content_type)) throw new AtriumError(422, 'invalid_flagged_contentable_type', 'Content of this type can’t be reported.')
    await ctx.call(to.create, { body: { flagged_content } })
    const { records } = await ctx.call(to.list, { query: { content_type: KINDS[content_type] ?? content_type, content_id, per_page: 1 } })
    if (!records[0]) throw notFound('Report')
    return records[0]
  },
})

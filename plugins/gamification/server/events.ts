/** What members do, as points and streaks. Who earns and who was active are two subscriptions, so that no transaction holds two standings. */
import membership from '@atrium/sdk/kernel/membership'
import { on } from '@atrium/sdk/server'
import content from '../../content/contract.ts'
import posts from '../../posts/contract.ts'
import { award, recordMoved, takeBack } from './service/points.ts'
import { syncMembers } from './service/standings.ts'
import { active } from './service/streaks.ts'

const likeOf = ({ record, byMemberId }: { record: string; byMemberId: number }) => ({ rule: 'like', source: `${record}:${byMemberId}` })
const postRecord = ({ postId }: { postId: number }) => `post:${postId}`

export const subscriptions = [
  on(membership.events['member.joined'], 'standing-joined', (ctx, { memberId }) => syncMembers(ctx, [memberId])),
  on(membership.events['member.left'], 'standing-left', (ctx, { memberId }) => syncMembers(ctx, [memberId])),
  on(membership.events['members.imported'], 'standings-imported', (ctx, { addedIds, changedIds }) => syncMembers(ctx, [...addedIds, ...changedIds])),

  on(membership.events['member.updated'], 'points-profile', async (ctx, { memberId }, { eventId, at }) => {
    const [own] = await ctx.sql<{ picture: boolean; headline: boolean }>(
      `select avatar_url is not null as picture, coalesce(headline, '') <> '' as headline from kernel.member_card where community_id = $1 and id = $2 and status = 'active'`,
      [memberId],
    )
    // once each, however often they are changed
    const shown = (['picture', 'headline'] as const).filter((rule) => own?.[rule])
    await award(
      ctx,
      shown.map((rule) => ({ rule, source: `${rule}:${memberId}`, memberId, at, order: eventId })),
    )
  }),

  on(content.events['content.liked'], 'points-liked', async (ctx, fact, { eventId, at }) => {
    const { memberId, byMemberId, record } = fact
    if (memberId !== null) await award(ctx, [{ ...likeOf(fact), memberId, byMemberId, record, at, order: eventId }])
  }),
  on(content.events['content.unliked'], 'points-unliked', async (ctx, fact, { eventId }) => {
    if (fact.memberId !== null && fact.memberId !== fact.byMemberId) await takeBack(ctx, { ...likeOf(fact), order: eventId }, fact.memberId)
  }),
  on(content.events['comment.created'], 'points-commented', async (ctx, { id, memberId, byMemberId, recordKind, recordId }, { eventId, at }) => {
    if (memberId !== null)
      await award(ctx, [{ rule: 'comment', source: `comment:${id}`, memberId, byMemberId, record: `${recordKind}:${recordId}`, at, order: eventId }])
  }),
  on(content.events['comment.deleted'], 'points-comment-deleted', async (ctx, { id, memberId, byMemberId }, { eventId }) => {
    if (memberId !== byMemberId) await takeBack(ctx, { rule: 'comment', source: `comment:${id}`, order: eventId }, memberId ?? undefined)
    await recordMoved(ctx, `comment:${id}`, true, eventId)
  }),
  on(posts.events['post.published'], 'points-posted', async (ctx, fact, { eventId, at }) => {
    const record = postRecord(fact)
    await recordMoved(ctx, record, false, eventId)
    await award(ctx, [{ rule: 'post', source: record, memberId: fact.memberId, record, at, order: eventId }])
  }),
  on(posts.events['post.unpublished'], 'points-unposted', (ctx, fact, { eventId }) => recordMoved(ctx, postRecord(fact), true, eventId)),
  on(posts.events['post.deleted'], 'points-post-deleted', (ctx, fact, { eventId }) => recordMoved(ctx, postRecord(fact), true, eventId)),

  on(content.events['content.liked'], 'streak-liked', (ctx, { byMemberId }, { at }) => active(ctx, byMemberId, at)),
  on(content.events['comment.created'], 'streak-commented', (ctx, { byMemberId }, { at }) => active(ctx, byMemberId, at)),
  on(posts.events['post.published'], 'streak-posted', (ctx, { memberId }, { at }) => active(ctx, memberId, at)),
]

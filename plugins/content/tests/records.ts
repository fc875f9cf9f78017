/** Records of content: all that hangs on what other plugins bring as content kinds. */
import { defineRecords, type MadeBy, type Target } from '@atrium/sdk/testing'
import type { SpacesMade } from '../../spaces/tests/records.ts'
import contract from '../contract.ts'

const { routes } = contract
interface Named {
  id: number
}
const mentioning = (text: string, guest: { id: number; name: string }) => ({
  type: 'doc' as const,
  content: [
    { type: 'paragraph', content: [{ type: 'text', text }] },
    { type: 'paragraph', content: [{ type: 'mention', attrs: { id: guest.id, label: guest.name } }] },
  ],
})
const aWord = { comment: { body: 'A word' } }

type Filled = Target & SpacesMade & { contents: { kind: string; id: number }[] }
/** Comment, bookmark and the rest on the first of the records, comments and feelings on all of them. */
async function discuss({ app, side, word, guest, contents }: Filled) {
  const as = app.as(side.admin)
  const comments: Named[] = []
  for (const { kind, id } of contents) {
    const params = { kind, id }
    const first = await as.call(routes.createRecordComment, { params, body: { comment: { body: `${word} comment` } } })
    const reply = { tiptap_body: { body: mentioning(`${word} reply`, guest) }, parent_comment_id: first.id }
    await as.call(routes.createRecordComment, { params, body: { comment: reply } })
    for (const record of [
      { kind, id },
      { kind: 'comment', id: first.id },
    ]) {
      await as.call(routes.like, { body: { user_likeable_type: record.kind, user_likeable_id: record.id } })
      await as.call(routes.react, { body: { reactable_type: record.kind, reactable_id: record.id, emoji: '🔥' } })
    }
    comments.push({ id: first.id })
  }
  return comments
}

const records = defineRecords(contract, {
  leaving: { stays: ['content.comment', 'content.like', 'content.mention', 'content.reaction'], goes: ['content.bookmark', 'content.follow'] },
  // something to comment on
  with: ['posts'],
  /** Plugins with content kinds add their records to `contents`; the first one is what the inputs name. */
  fill: async (_target: Target & SpacesMade) => ({
    contents: [] as Filled['contents'],
    comment: { id: 0 },
    bookmark: { id: 0 },
    follower: { id: 0 },
    stands: { slug: '' },
  }),
  async fillLater(target) {
    const [comment] = await discuss(target)
    const [first] = target.contents
    if (!comment || !first) return {}
    const as = target.app.as(target.side.admin)
    const bookmark = await as.call(routes.createBookmark, { body: { record_id: first.id, bookmark_type: first.kind, note: target.word } })
    const follower = await as.call(routes.followRecord, { params: first })
    const [stands] = await target.app.sql<{ slug: string }>(
      'select slug from content.address where community_id = $1 and kind = $2 and record_id = $3 and left_at is null',
      [target.side.communityId, first.kind, first.id],
    )
    Object.assign(target.stands, stands)
    Object.assign(target.comment, comment)
    Object.assign(target.bookmark, { id: bookmark.id })
    Object.assign(target.follower, { id: follower.id })
    return {}
  },
  // where nothing stands, as what does is of kinds that others bring
  screens: { '/c/:space/:slug': ({ space }) => `/c/${space.slug}/nothing-here` },
  inputs: {
    at: ({ space, stands }) => ({ query: { space: space.slug, slug: stands.slug } }),
    comments: ({ contents: [post] }) => ({ params: { postId: post!.id } }),
    createComment: ({ contents: [post], comment }) => ({
      params: { postId: post!.id },
      body: { comment: { body: 'A word', parent_comment_id: comment.id } },
    }),
    comment: ({ contents: [post], comment }) => ({ params: { postId: post!.id, id: comment.id } }),
    updateComment: ({ contents: [post], comment }) => ({ params: { postId: post!.id, id: comment.id }, body: aWord }),
    destroyComment: { input: ({ contents: [post], comment }) => ({ params: { postId: post!.id, id: comment.id } }), uses: true },
    commentHierarchy: ({ contents: [post], comment }) => ({ params: { postId: post!.id }, query: { comment_id: comment.id } }),
    latest: { input: () => ({}), foreign: 'any' },
    anyComment: ({ comment }) => ({ params: { id: comment.id } }),
    byMember: { input: ({ side }) => ({ params: { id: side.admin.id } }), foreign: [200, 404] },
    recordComments: ({ contents: [record] }) => ({ params: { ...record! } }),
    createRecordComment: ({ contents: [record] }) => ({ params: { ...record! }, body: aWord }),
    recordComment: ({ contents: [record], comment }) => ({ params: { ...record!, commentId: comment.id } }),
    updateRecordComment: ({ contents: [record], comment }) => ({ params: { ...record!, commentId: comment.id }, body: aWord }),
    destroyRecordComment: { input: ({ contents: [record], comment }) => ({ params: { ...record!, commentId: comment.id } }), uses: true },
    restoreRecordComment: { input: ({ contents: [record], comment }) => ({ params: { ...record!, commentId: comment.id } }), own: [404] },
    recordCommentHierarchy: ({ contents: [record], comment }) => ({ params: { ...record! }, query: { comment_id: comment.id } }),
    like: ({ contents: [record] }) => ({ body: { user_likeable_type: record!.kind, user_likeable_id: record!.id } }),
    unlike: ({ contents: [record] }) => ({ body: { user_likeable_type: record!.kind, user_likeable_id: record!.id } }),
    likers: ({ contents: [post] }) => ({ params: { postId: post!.id } }),
    recordLikers: ({ contents: [record] }) => ({ params: { ...record! } }),
    react: ({ comment }) => ({ body: { reactable_type: 'comment', reactable_id: comment.id, emoji: '🔥' } }),
    unreact: ({ comment }) => ({ body: { reactable_type: 'comment', reactable_id: comment.id, emoji: '🔥' } }),
    reactionMembers: ({ contents: [record] }) => ({ query: { reactable_type: record!.kind, reactable_id: record!.id } }),
    createBookmark: ({ comment }) => ({ body: { record_id: comment.id, bookmark_type: 'comment' } }),
    bookmark: ({ bookmark }) => ({ params: { id: bookmark.id } }),
    updateBookmark: ({ bookmark }) => ({ params: { id: bookmark.id }, body: { note: 'Changed' } }),
    destroyBookmark: { input: ({ bookmark }) => ({ params: { id: bookmark.id } }), uses: true },
    mentions: { input: () => ({ query: { text: 'Person' } }), foreign: 'any' },
    followers: ({ contents: [post] }) => ({ params: { postId: post!.id } }),
    follow: ({ contents: [post] }) => ({ params: { postId: post!.id } }),
    unfollow: { input: ({ contents: [post] }) => ({ params: { postId: post!.id } }), uses: true },
    follower: ({ contents: [post], follower }) => ({ params: { postId: post!.id, id: follower.id } }),
    updateFollower: ({ contents: [post], follower }) => ({ params: { postId: post!.id, id: follower.id }, body: { is_muted: true } }),
    destroyFollower: { input: ({ contents: [post], follower }) => ({ params: { postId: post!.id, id: follower.id } }), uses: true },
    followRecord: ({ contents: [record] }) => ({ params: { ...record! } }),
    unfollowRecord: { input: ({ contents: [record] }) => ({ params: { ...record! } }), uses: true },
  },
  isInside: ({ kind, record_id }, { contents, comment }) =>
    (kind === 'comment' && record_id === comment.id) || contents.some((record) => record.kind === kind && record.id === record_id),
})
export default records
export type ContentMade = MadeBy<typeof records>

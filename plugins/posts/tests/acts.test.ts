/** What browsers make of likes and reactions that they hear of. */
import { expect } from 'chai'
import type { PostReply } from '../contract.ts'
import { liked, reacted } from '../web/components/acts.ts'

const me = { id: 1, publicUid: 'me', name: 'Nell', avatarUrl: null }
const face = (id: number) => ({ id, public_uid: String(id), name: String(id), avatar_url: null })
const post = (given: Partial<PostReply> = {}) =>
  ({ is_liked_by_current_user: false, user_likes_count: 2, sample_user_likes_community_members: [face(2), face(3)], reactions: [], ...given }) as PostReply

describe('acts on an open post', () => {
  it('count likes of others, and one’s own once', () => {
    const seen = (one: PostReply) => [one.is_liked_by_current_user, one.user_likes_count, one.sample_user_likes_community_members.map(({ id }) => id)]
    expect(seen(liked(post(), 4, me, true))).to.deep.equal([false, 3, [2, 3]])
    expect(seen(liked(post(), 3, me, false))).to.deep.equal([false, 1, [2]])
    const mine = liked(post(), 1, me, true)
    expect(seen(mine)).to.deep.equal([true, 3, [1, 2, 3]])
    expect(liked(mine, 1, me, true), 'heard again').to.equal(mine)
    expect(seen(liked(mine, 1, me, false))).to.deep.equal([false, 2, [2, 3]])
    expect(seen(liked(post({ user_likes_count: 0 }), 9, null, false))[1]).to.equal(0)
  })

  it('count reactions by their sign', () => {
    const one = reacted(post(), '🔥', false, true)
    expect(one.reactions).to.deep.equal([{ emoji: '🔥', count: 1, mine: false }])
    const two = reacted(one, '🔥', true, true)
    expect(two.reactions).to.deep.equal([{ emoji: '🔥', count: 2, mine: true }])
    expect(reacted(two, '🔥', true, true)).to.equal(two)
    expect(reacted(reacted(two, '🔥', true, false), '🔥', false, false).reactions).to.deep.equal([])
  })
})

/** What an act of somebody changes on a post that is shown. One's own may be known already, so it goes by its flag and is not counted blindly. */
import type { PostReply } from '../../contract.ts'

interface Me {
  id: number
  publicUid: string
  name: string
  avatarUrl: string | null
}
export function liked(post: PostReply, by: number, me: Me | null, on: boolean): PostReply {
  const mine = by === me?.id
  if (mine && post.is_liked_by_current_user === on) return post
  const others = post.sample_user_likes_community_members.filter(({ id }) => id !== by)
  const face = mine && on ? [{ id: me.id, public_uid: me.publicUid, name: me.name, avatar_url: me.avatarUrl }] : []
  return {
    ...post,
    is_liked_by_current_user: mine ? on : post.is_liked_by_current_user,
    user_likes_count: Math.max(0, post.user_likes_count + (on ? 1 : -1)),
    sample_user_likes_community_members: on && !mine ? post.sample_user_likes_community_members : [...face, ...others],
  }
}
export function reacted(post: PostReply, emoji: string, mine: boolean, on: boolean): PostReply {
  const there = post.reactions.find((one) => one.emoji === emoji)
  if (mine && (there?.mine ?? false) === on) return post
  const count = (there?.count ?? 0) + (on ? 1 : -1)
  const now = { emoji, count, mine: mine ? on : (there?.mine ?? false) }
  const reactions = there ? post.reactions.map((one) => (one === there ? now : one)) : [...post.reactions, now]
  return { ...post, reactions: reactions.filter((one) => one.count > 0) }
}

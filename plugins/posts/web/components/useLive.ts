/** Keeps an open post in step with what others do to it, and what oneself does elsewhere, wherever the cache holds it. */
import { type QueryCache, useEvent, useQueryCache, useSession } from '@atrium/sdk/web'
import content from '../../../content/contract.ts'
import contract, { type PostReply } from '../../contract.ts'
import { liked, reacted } from './acts.ts'

const { routes } = contract

export function changePost(cache: QueryCache, id: number, change: (post: PostReply) => PostReply): void {
  const one = (post: PostReply) => (post.id === id ? change(post) : post)
  cache.update(routes.show, undefined, one)
  for (const list of [routes.home, routes.list, routes.byMember]) cache.update(list, undefined, (page) => ({ ...page, records: page.records.map(one) }))
}

interface Act {
  kind: string
  id: number
  byMemberId: number
}
/** @param post whose room the screen has entered */
export function useLive({ id }: PostReply): void {
  const cache = useQueryCache()
  const { member } = useSession()
  const on = (act: Act, change: (post: PostReply) => PostReply) => {
    if (act.kind === 'post' && act.id === id) changePost(cache, id, change)
  }
  const like = (added: boolean) => (act: Act) => {
    on(act, (post) => liked(post, act.byMemberId, member, added))
    if (act.kind === 'post' && act.id === id) void cache.invalidate(content.routes.recordLikers)
  }
  useEvent(content.events['content.liked'], like(true))
  useEvent(content.events['content.unliked'], like(false))
  useEvent(content.events['content.reacted'], (act) => on(act, (post) => reacted(post, act.emoji, act.byMemberId === member?.id, act.added)))
}

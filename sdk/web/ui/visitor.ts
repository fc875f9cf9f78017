/** The question to visitors who press what only members may do: to join or to sign in, in place, and then it is done. */
import { useSession } from '../core/session.ts'
import { keepWish } from '../core/wishes.ts'
import { queue } from './queue.ts'

export interface Invited {
  /** What they are about to do, as a title: "Join to like this". */
  title: string
}
export const invited = queue<Invited>()

/**
 * `const ask = useVisitor()`; `ask({ title, wish: 'like:post:12' })` is true where the reader is no member: they
 * are asked, and `useVisitorWish` with the same name acts when they come back as one.
 */
export function useVisitor(): (question: Invited & { wish?: string }) => boolean {
  const { member } = useSession()
  return ({ title, wish }) => {
    if (member) return false
    if (wish) keepWish(wish)
    invited.set([{ title }])
    return true
  }
}

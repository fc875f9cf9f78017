/** Counts posts that came in since the list was read; one's own show at once. */
import { useEvent, useQueryCache, useSession } from '@atrium/sdk/web'
import { useState } from 'react'
import contract from '../../contract.ts'

export function useFresh(spaceId?: number) {
  const [fresh, setFresh] = useState(0)
  const cache = useQueryCache()
  const { member } = useSession()
  const show = () => {
    setFresh(0)
    cache.invalidate(contract)
  }
  useEvent(contract.events['post.published'], (payload) => {
    if (spaceId !== undefined && payload.spaceId !== spaceId) return
    if (payload.memberId === member?.id) show()
    else setFresh((count) => count + 1)
  })
  useEvent(contract.events['post.deleted'], () => cache.invalidate(contract))
  useEvent(contract.events['post.updated'], () => cache.invalidate(contract))
  return { fresh, show }
}

/** Tells the server that somebody has opened the window: who a site says they are, and what they look at. */
import { useQueryCache, useWrite } from '@atrium/sdk/web'
import { useCallback, useEffect, useRef, useState } from 'react'
import contract from '../../contract.ts'

const { routes } = contract
export interface Seen {
  identity?: string | undefined
  page?: { title: string; path: string } | undefined
}
/** @returns whether the first visit is over, well or not: from then on one may write */
export function useVisit({ identity, page }: Seen): boolean {
  const cache = useQueryCache()
  const [isOver, setOver] = useState(false)
  const { mutateAsync } = useWrite(routes.visit)
  const before = useRef<Promise<unknown>>(Promise.resolve())
  const title = page?.title ?? ''
  const path = page?.path ?? ''
  const visit = useCallback(async () => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const body = {
      ...(identity !== undefined && { identity }),
      timezone: timeZone,
      ...(path && { page: { title: title.slice(0, 500), path: path.slice(0, 2_000) } }),
    }
    // one after another: two first visits at once would be two browsers, and the cookie of either might stay
    before.current = before.current.then(() => mutateAsync({ body })).catch(() => undefined)
    await before.current
    setOver(true)
    await cache.invalidate(contract)
  }, [identity, title, path, mutateAsync, cache])
  useEffect(() => void visit(), [visit])
  return isOver
}

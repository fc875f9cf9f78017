/** Who comes back from the provider without having paid: the page there is closed first, which gives its coupon and its places back. */
import { call, useRead } from '@atrium/sdk/web'
import { useEffect, useState } from 'react'
import contract from '../../../contract.ts'
import type { Session } from './draft.ts'
import { keyOf } from './key.ts'

const { routes } = contract
interface Returned {
  /** What was begun is known, and nothing of it is held any more. */
  isReady: boolean
  session: Session | null
  /** It is paid, or ordered by invoice: there is nothing to choose any more. */
  isDone: boolean
}
/** @param isPaid as the address says */
export function useReturned(id: string | null, isPaid: boolean): Returned {
  const { data, isError, refetch } = useRead(
    routes.session,
    { params: { id: id ?? '' }, query: { key: keyOf(id) } },
    { enabled: id !== null && !isPaid, staleTime: 0 },
  )
  const [closed, setClosed] = useState<'yes' | 'failed' | null>(null)
  // the page of who has paid reads the same session
  const isOpen = !isPaid && data?.status === 'started' && data.invoice === null
  useEffect(() => {
    if (!isOpen || closed) return
    const body = { session_id: id!, key: keyOf(id) }
    // a provider that is away stops nobody: the next payment closes the page
    void call(routes.cancel, { body }).then(
      () => refetch().then(() => setClosed('yes')),
      () => setClosed('failed'),
    )
  }, [isOpen])
  // kept by the browser as it was left: what was chosen is read anew
  useEffect(() => {
    const shown = (event: PageTransitionEvent) => event.persisted && location.reload()
    addEventListener('pageshow', shown)
    return () => removeEventListener('pageshow', shown)
  }, [])
  if (id === null) return { isReady: true, session: null, isDone: false }
  if (isPaid) return { isReady: true, session: null, isDone: true }
  const isUnderWay = data?.status === 'started' && (data.invoice !== null || closed === 'yes')
  return {
    isReady: isError || (data !== undefined && (!isOpen || closed !== null)),
    session: data ?? null,
    isDone: data?.status === 'paid' || data?.status === 'fulfilled' || isUnderWay,
  }
}

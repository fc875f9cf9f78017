/** The comment that the address points to: `#message_12`, or `?message_id=13#message_12` for a reply of it. */
import { useLocation, useNavigate, useSearch } from '@atrium/sdk/web'
import { useEffect, useState } from 'react'

const inHash = () => Number(/^#message_(\d+)$/.exec(location.hash)?.[1] ?? 0) || null

export function useTarget(): number | null {
  const path = useLocation()
  const reply = Number(useSearch().get('message_id') ?? 0) || null
  const [root, setRoot] = useState(inHash)
  useEffect(() => {
    const read = () => setRoot(inHash())
    read()
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [path, reply])
  return root === null ? null : (reply ?? root)
}

/** Brings the element to the eye, once it is there. */
export function useReveal(elementId: string | null, there: boolean): void {
  useEffect(() => {
    if (!elementId || !there) return
    const element = document.getElementById(elementId)
    element?.scrollIntoView({ block: 'center', behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' })
  }, [elementId, there])
}

/** Leads to a comment of this page as its own link does: it is brought to the eye and marked. */
export function useLead(): (rootId: number, replyId?: number) => void {
  const navigate = useNavigate()
  const path = useLocation()
  const search = useSearch()
  return (rootId, replyId) => {
    const query = new URLSearchParams(search)
    query.delete('message_id')
    if (replyId) query.set('message_id', String(replyId))
    navigate(`${path}${query.size ? `?${query}` : ''}#message_${rootId}`, { replace: true })
    // the browser says so of links alone
    dispatchEvent(new HashChangeEvent('hashchange'))
  }
}

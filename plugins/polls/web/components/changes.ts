/** The poll that is shown: the one that came with its record, until somebody votes. */
import { call, useEvent, useRoom } from '@atrium/sdk/web'
import { useCallback, useEffect, useRef, useState } from 'react'
import contract, { type Poll } from '../../contract.ts'

const { routes, events } = contract
/** A poll in full swing is read anew this often at most (ms). */
const PACE = 1_500

/** Null once it is deleted. `put` shows what a write has answered. */
export function useLivePoll(poll: Poll): { shown: Poll | null; put: (next: Poll | null) => void } {
  const [local, put] = useState<Poll | null | undefined>(undefined)
  // The record was read anew, and its polls with it.
  useEffect(() => put(undefined), [poll])
  const waiting = useRef<ReturnType<typeof setTimeout> | null>(null)
  const refresh = useCallback(() => {
    waiting.current ??= setTimeout(() => {
      waiting.current = null
      call(routes.show, { params: { id: poll.id } }).then(put, () => undefined)
    }, Math.random() * PACE)
  }, [poll.id])
  useEffect(() => () => void (waiting.current && clearTimeout(waiting.current)), [])
  useRoom('record', `${poll.record_type}:${poll.record_id}`)
  const stale = ({ pollId }: { pollId: number }) => pollId === poll.id && refresh()
  useEvent(events['poll.voted'], stale)
  useEvent(events['poll.updated'], stale)
  useEvent(events['poll.deleted'], ({ pollId }) => pollId === poll.id && put(null))
  // At its end a poll may show what it has hidden so far.
  const end = poll.closes_at && poll.status === 'open' ? Date.parse(poll.closes_at) - Date.now() : null
  useEffect(() => {
    if (end === null || end < 0 || end > 86_400_000) return
    const timer = setTimeout(refresh, end + 500)
    return () => clearTimeout(timer)
  }, [end, refresh])
  return { shown: local === undefined ? poll : local, put }
}

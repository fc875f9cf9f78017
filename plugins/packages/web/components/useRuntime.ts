/** Takes what the package in the frame says of itself and saves it, the latest alone; what could not be sent waits in this browser. */
import { AtriumError, call, isNetworkFailure, readStored, useReconnect, useT, writeStored } from '@atrium/sdk/web'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import contract, { type Commit, type Registration } from '../../contract.ts'

const { routes } = contract
/** It is the form or the size of what was told that is not taken. */
const REFUSED = new Set([400, 413, 422])
interface RuntimeInput {
  packageId: number
  frame: RefObject<HTMLIFrameElement | null>
  onSaved: (registration: Registration) => void
}
export function useRuntime({ packageId, frame, onSaved }: RuntimeInput): { problem: string | null; flush: () => Promise<void> } {
  const t = useT()
  const say = useRef(t)
  say.current = t
  const key = `packages.unsent.${packageId}`
  const [problem, setProblem] = useState<string | null>(null)
  const waiting = useRef<Commit | null>(null)
  const sending = useRef<Promise<void> | null>(null)
  const saved = useRef(onSaved)
  saved.current = onSaved

  /** The frame has no origin to name. */
  const answer = useCallback((kept: boolean) => frame.current?.contentWindow?.postMessage({ atrium: 'package.saved', kept }, '*'), [frame])
  const drain = useCallback(async (): Promise<void> => {
    while (waiting.current) {
      const commit = waiting.current
      waiting.current = null
      try {
        const { is_data_kept: kept, ...registration } = await call(routes.commit, { params: { id: packageId }, body: commit })
        saved.current(registration)
        setProblem(kept ? null : say.current('player.not_kept'))
        writeStored(key, null)
        answer(kept)
      } catch (error) {
        if (isNetworkFailure(error)) {
          waiting.current ??= commit
          writeStored(key, commit)
          return setProblem((error as Error).message)
        }
        writeStored(key, null)
        answer(false)
        // how far somebody is counts without the package's own notes
        if (error instanceof AtriumError && REFUSED.has(error.status) && commit.data !== null) waiting.current ??= { ...commit, data: null }
        setProblem((error as Error).message)
      }
    }
  }, [packageId, key, answer])
  const flush = useCallback((): Promise<void> => {
    sending.current ??= drain().finally(() => {
      sending.current = null
    })
    return sending.current
  }, [drain])

  useEffect(() => {
    const left = readStored<Commit | null>(key)
    if (left) {
      waiting.current = left
      void flush()
    }
    const listen = (event: MessageEvent) => {
      // the frame has no origin to name; that it is this frame is what counts
      if (!frame.current || event.source !== frame.current.contentWindow || event.data?.atrium !== 'package') return
      // what it says is judged by the server, as all that comes from browsers
      waiting.current = event.data.commit as Commit
      void flush()
    }
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [key, flush, frame])
  useReconnect(() => void flush())
  return { problem, flush }
}

/** Takes what the package in the frame says of itself and saves it, the latest alone; what could not be sent waits in this browser. */
import { AtriumError, call, isNetworkFailure, readStored, useReconnect, writeStored } from '@atrium/sdk/web'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import contract, { type Commit, type Registration } from '../../contract.ts'

const { routes } = contract
interface RuntimeInput {
  packageId: number
  frame: RefObject<HTMLIFrameElement | null>
  onSaved: (registration: Registration) => void
}
export function useRuntime({ packageId, frame, onSaved }: RuntimeInput): { problem: string | null; flush: () => Promise<void> } {
  const key = `packages.unsent.${packageId}`
  const [problem, setProblem] = useState<string | null>(null)
  const waiting = useRef<Commit | null>(null)
  const sending = useRef<Promise<void> | null>(null)
  const saved = useRef(onSaved)
  saved.current = onSaved

  const drain = useCallback(async (): Promise<void> => {
    while (waiting.current) {
      const commit = waiting.current
      waiting.current = null
      try {
        saved.current(await call(routes.commit, { params: { id: packageId }, body: commit }))
        setProblem(null)
        writeStored(key, null)
      } catch (error) {
        if (isNetworkFailure(error)) {
          waiting.current ??= commit
          writeStored(key, commit)
          return setProblem((error as Error).message)
        }
        writeStored(key, null)
        // what another window has overtaken is no news to whoever comes back
        if (!(error instanceof AtriumError) || error.code !== 'newer_launch') setProblem((error as Error).message)
        else setProblem(error.message)
      }
    }
  }, [packageId, key])
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

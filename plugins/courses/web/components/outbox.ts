/** Progress on its way: one entry a lesson, kept through reloads and lost connections, sent again until it has arrived. */
import { call, isNetworkFailure, readStored, useBoot, useReconnect, writeStored } from '@atrium/sdk/web'
import { useEffect, useSyncExternalStore } from 'react'
import contract from '../../contract.ts'

export interface Step {
  courseId: number
  lessonId: number
  position?: number
  watchedTo?: number
  status?: 'completed' | 'incomplete'
}
interface Kept extends Step {
  at: string
}
export type Sent = { state: 'sent'; percent: number; finished: boolean } | { state: 'kept' } | { state: 'refused'; message: string; code: string }

const RETRY_MS = 5_000
let name = ''
let items: Kept[] = []
let sending: Promise<Sent> | null = null
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function keep(next: Kept[]): void {
  items = next
  writeStored(name, items.length ? items : undefined)
  for (const listener of listeners) listener()
}
const same = (one: Step, other: Step) => one.lessonId === other.lessonId

async function sendAll(): Promise<Sent> {
  let last: Sent = { state: 'kept' }
  for (let item = items[0]; item; item = items[0]) {
    const { courseId, lessonId, position, watchedTo, status, at } = item
    try {
      const reply = await call(contract.routes.saveProgress, {
        params: { courseId },
        body: { lesson_id: lessonId, position, watched_to: watchedTo, status, at },
      })
      last = { state: 'sent', percent: reply.percent, finished: reply.finished_at !== null }
    } catch (error) {
      const { status: code, message, code: reason } = error as { status?: number; message: string; code?: string }
      if (isNetworkFailure(error) || !code || code >= 500 || code === 429) {
        clearTimeout(timer)
        timer = setTimeout(() => void flush(), RETRY_MS)
        return { state: 'kept' }
      }
      last = { state: 'refused', message, code: reason ?? '' }
    }
    // what was added while it was on its way stays
    keep(items.filter((one) => one !== item))
  }
  return last
}
export function flush(): Promise<Sent> {
  sending ??= sendAll().finally(() => {
    sending = null
  })
  return sending
}

/** Notes a step; several of one lesson become one. */
export function note(step: Step): void {
  const before = items.find((item) => same(item, step))
  const merged: Kept = {
    ...step,
    position: step.position ?? before?.position,
    watchedTo: Math.max(step.watchedTo ?? 0, before?.watchedTo ?? 0) || undefined,
    status: step.status ?? before?.status,
    at: new Date().toISOString(),
  }
  keep([...items.filter((item) => item !== before), merged])
}
/** Notes a step and sends what there is. */
export async function save(step: Step): Promise<Sent> {
  note(step)
  if (sending) await sending.catch(() => undefined)
  return flush()
}
/** As the page is left: the answer is waited for by nobody, and what does not arrive is sent by the next page. */
export function saveOnLeaving(step: Step): void {
  note(step)
  void flush().catch(() => undefined)
}
/** Where this browser knows the learner to be, newer than what the server has said. */
export const placeKept = (lessonId: number): number | undefined => items.find((item) => item.lessonId === lessonId)?.position

const watch = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
/** How many lessons wait to be sent; starts what a former page left unsent. */
export function useOutbox(): number {
  const { account, community } = useBoot()
  const mine = `courses.progress:${community.id}:${account?.id ?? 0}`
  if (mine !== name) {
    name = mine
    items = readStored<Kept[]>(name) ?? []
  }
  useReconnect(() => void flush())
  useEffect(() => {
    const wake = () => void flush()
    addEventListener('online', wake)
    if (items.length > 0) wake()
    return () => removeEventListener('online', wake)
  }, [])
  return useSyncExternalStore(
    watch,
    () => items.length,
    () => 0,
  )
}

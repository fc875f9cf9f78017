/** Knows whether somebody is in front of the page: presence and screen time count only then. */
import { useSyncExternalStore } from 'react'
import { type Activity, IDLE_AFTER_MS } from '../../core/rules/screenTime.ts'

let state: Activity = 'active'
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function become(next: Activity): void {
  if (next === state) return
  state = next
  for (const listener of listeners) listener()
}
function sign(): void {
  clearTimeout(timer)
  if (document.visibilityState === 'hidden') {
    become('hidden')
    return
  }
  become('active')
  timer = setTimeout(() => become('idle'), IDLE_AFTER_MS)
}
function start(): void {
  for (const type of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'scroll', 'touchstart']) addEventListener(type, sign, { passive: true, capture: true })
  document.addEventListener('visibilitychange', sign)
  sign()
}

export const getActivity = (): Activity => state
/** Calls `listener` at each change until the returned function is called. */
export function watchActivity(listener: () => void): () => void {
  if (timer === undefined) start()
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
export const useActivity = (): Activity => useSyncExternalStore(watchActivity, getActivity)

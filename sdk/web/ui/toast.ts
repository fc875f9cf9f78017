/** Short news, kept until the page can show it. */
import type { ReactNode } from 'react'
import { queue } from './queue.ts'

export interface Toast {
  /** One that comes again with the same number takes the place of the one that is shown. */
  id: number
  tone: 'success' | 'error' | 'neutral' | 'gain'
  message: ReactNode
  /** What the act brought besides. */
  gain?: ReactNode
  /** What it was brought by, where no toast of the act says so. */
  reason?: string
  onUndo?: () => void
}
export const toasts = queue<Toast>()
/** For so long what an act brings still belongs to its toast, whichever of the two is told first. */
const TOGETHER_MS = 2500
let last: { toast: Toast; at: number } | null = null
const isLast = (within: number) => last !== null && Date.now() - last.at < within
function put(toast: Toast): void {
  last = { toast, at: Date.now() }
  toasts.set([...toasts.get().filter(({ id }) => id !== toast.id), toast])
}
let count = 0
/** The same words twice in one breath are said once. */
function say(toast: Omit<Toast, 'id'>): void {
  if (isLast(500) && last!.toast.message === toast.message) return
  const gained = isLast(TOGETHER_MS) && last!.toast.tone === 'gain' && toast.tone !== 'error' ? last!.toast : null
  put(gained ? { ...toast, id: gained.id, gain: gained.message } : { ...toast, id: ++count })
}
/** Short news at the foot of the page; callable from anywhere, kept until the page can show it. */
export const toast = {
  success: (message: ReactNode): void => say({ tone: 'success', message }),
  error: (message: ReactNode): void => say({ tone: 'error', message }),
  info: (message: ReactNode): void => say({ tone: 'neutral', message }),
  /** Done already, and taken back for some seconds. */
  undo: (message: ReactNode, { onUndo }: { onUndo: () => void }): void => say({ tone: 'neutral', message, onUndo }),
  /** What an act brought, such as points: in the toast of the act where it has one, else in one of its own, with the reason. */
  gain: (message: ReactNode, reason?: string): void => {
    const act = isLast(TOGETHER_MS) && (last!.toast.tone === 'success' || last!.toast.tone === 'neutral') && !last!.toast.gain ? last!.toast : null
    put(act ? { ...act, gain: message } : { id: ++count, tone: 'gain', message, reason })
  },
  /** What undoing an act took back: in the toast of the undoing, and in place of what the act had brought. */
  loss: (message: ReactNode, reason?: string): void => {
    const before = isLast(TOGETHER_MS) && last!.toast.tone !== 'error' ? last!.toast : null
    if (before && before.tone !== 'gain') put({ ...before, gain: message })
    else put({ id: before?.id ?? ++count, tone: 'neutral', message, reason })
  },
}

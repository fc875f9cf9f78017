/** Short news, kept until the page can show it. */
import type { ReactNode } from 'react'
import { queue } from './queue.ts'

export interface Toast {
  tone: 'success' | 'error' | 'neutral'
  message: ReactNode
  onUndo?: () => void
}
export const toasts = queue<Toast>()
let last = { message: null as ReactNode, at: 0 }
/** The same words twice in one breath are said once. */
const say = (toast: Toast) => {
  const at = Date.now()
  if (last.message === toast.message && at - last.at < 500) return
  last = { message: toast.message, at }
  toasts.set([...toasts.get(), toast])
}
/** Short news at the foot of the page; callable from anywhere, kept until the page can show it. */
export const toast = {
  success: (message: ReactNode): void => say({ tone: 'success', message }),
  error: (message: ReactNode): void => say({ tone: 'error', message }),
  /** Done already, and taken back for some seconds. */
  undo: (message: ReactNode, { onUndo }: { onUndo: () => void }): void => say({ tone: 'neutral', message, onUndo }),
}

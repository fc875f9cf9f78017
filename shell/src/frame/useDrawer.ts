/** The sidebar as a drawer on phones: traps and returns focus, closes with Esc, a swipe or a change of address. */
import { type RefObject, type TouchEvent, useEffect, useRef } from 'react'
import { useLocation } from '@atrium/sdk/web'

const FOCUSABLE = 'a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), summary, [tabindex]:not([tabindex="-1"])'
/** Pixels to the left that count as a swipe. */
const SWIPE = 56

export function useDrawer(panel: RefObject<HTMLElement | null>, open: boolean, close: () => void) {
  const path = useLocation()
  const start = useRef<{ x: number; y: number } | null>(null)
  const closing = useRef(close)
  closing.current = close

  // A new address closes it.
  useEffect(() => closing.current(), [path])

  useEffect(() => {
    if (!open) return
    const before = document.activeElement as HTMLElement | null
    const focusable = () => [...(panel.current?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])].filter((element) => element.offsetParent !== null)
    const keys = (event: KeyboardEvent) => {
      if (event.key === 'Escape') return closing.current()
      if (event.key !== 'Tab') return
      const all = focusable()
      const edge = event.shiftKey ? all[0] : all.at(-1)
      if (document.activeElement !== edge && panel.current?.contains(document.activeElement)) return
      event.preventDefault()
      ;(event.shiftKey ? all.at(-1) : all[0])?.focus()
    }
    focusable()[0]?.focus()
    document.addEventListener('keydown', keys)
    document.documentElement.style.overflow = 'hidden'
    return () => {
      document.removeEventListener('keydown', keys)
      document.documentElement.style.overflow = ''
      before?.focus()
    }
  }, [open, panel])

  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches[0]
      start.current = touch ? { x: touch.clientX, y: touch.clientY } : null
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0]
      if (!touch || !start.current) return
      const [dx, dy] = [touch.clientX - start.current.x, touch.clientY - start.current.y]
      if (dx < -SWIPE && Math.abs(dx) > 2 * Math.abs(dy)) closing.current()
    },
  }
}

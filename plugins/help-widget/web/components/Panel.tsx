/** The window inside the community: over the page at its lower corner, the whole screen on phones. */
import { useLocation, useT } from '@atrium/sdk/web'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { HelpWindow } from './HelpWindow.tsx'
import type { Place } from './places.ts'
import { useVisit } from './useVisit.ts'

export function Panel({ first, onClose }: { first: Place; onClose: () => void }) {
  const t = useT()
  const path = useLocation()
  const panel = useRef<HTMLElement>(null)
  useVisit({ page: { title: document.title, path } })
  useEffect(() => panel.current?.focus(), [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onClose()
  }
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={t('title.help')}
      onKeyDown={onKeyDown}
      className="fixed end-5 bottom-[88px] z-40 flex h-[min(640px,calc(100dvh-108px))] w-[376px] flex-col overflow-clip rounded-sheet border bg-surface shadow-dialog outline-none animate-pop max-desk:inset-0 max-desk:h-auto max-desk:w-auto max-desk:rounded-none max-desk:border-0"
    >
      <HelpWindow first={first} onClose={onClose} className="min-h-0 flex-1" />
    </section>
  )
}

/** Reactions rise over the stage for a moment. */
import { useEvent } from '@atrium/sdk/web'
import { useCallback, useRef, useState } from 'react'
import contract from '../../../contract.ts'
import { useCall } from '../../room/call.ts'

const SHOWN_MS = 3_200
/** More at once would hide the stage. */
const MOST = 24
interface Rising {
  key: number
  emoji: string
  /** From the left edge, in percent. */
  at: number
  name: string
}

export function Reactions() {
  const { room, people } = useCall()
  const [rising, setRising] = useState<readonly Rising[]>([])
  const count = useRef(0)
  useEvent(contract.events['reaction.given'], ({ roomId, participantId, emoji }) => {
    if (roomId !== room.id) return
    const name = people.find(({ id }) => id === participantId)?.name.split(' ')[0] ?? ''
    const one = { key: ++count.current, emoji, at: 6 + Math.random() * 24, name }
    setRising((before) => [...before, one].slice(-MOST))
    setTimeout(() => setRising((before) => before.filter(({ key }) => key !== one.key)), SHOWN_MS)
  })
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0 overflow-hidden">
      {rising.map((one) => (
        <Rise key={one.key} one={one} />
      ))}
    </div>
  )
}

function Rise({ one }: { one: Rising }) {
  const start = useCallback((element: HTMLElement | null) => {
    if (!element || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    element.animate(
      [
        { translate: '0 0', opacity: 0, scale: 0.6 },
        { translate: '0 -40px', opacity: 1, scale: 1, offset: 0.12 },
        { translate: '0 -260px', opacity: 1, offset: 0.7 },
        { translate: '0 -340px', opacity: 0 },
      ],
      { duration: SHOWN_MS, easing: 'ease-out', fill: 'forwards' },
    )
  }, [])
  return (
    <span ref={start} className="absolute bottom-4 grid justify-items-center gap-0.5" style={{ insetInlineStart: `${one.at}%` }}>
      <span className="text-32">{one.emoji}</span>
      {one.name && <span className="rounded-mark bg-[oklch(0.1_0_0/0.72)] px-1.5 text-11 text-white">{one.name}</span>}
    </span>
  )
}

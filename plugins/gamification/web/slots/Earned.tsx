/** Points at the act that earned them: "+5" rises for a moment beside what one is doing, with what it was for. */
import { Icon, useEvent, useRead, useSession, useT } from '@atrium/sdk/web'
import { useEffect, useRef, useState } from 'react'
import contract from '../../contract.ts'

/** How long it is there (ms). */
const SHOWN = 3_200

interface Earned {
  points: number
  rule: string | null
  /** Each is a new one, also of as many points. */
  n: number
}

export default function Earned() {
  const { member, viewOnly } = useSession()
  const [earned, setEarned] = useState<Earned | null>(null)
  useEvent(contract.events['points.awarded'], ({ points, rule }) => {
    if (points > 0) setEarned((before) => ({ points: points + (before?.points ?? 0), rule: before ? null : rule, n: (before?.n ?? 0) + 1 }))
  })
  return member && !viewOnly && earned ? <Rising key={earned.n} earned={earned} onDone={() => setEarned(null)} /> : null
}

function Rising({ earned: { points, rule }, onDone }: { earned: Earned; onDone: () => void }) {
  const t = useT()
  const { data } = useRead(contract.routes.overview)
  const label = data?.rules.find(({ key }) => key === rule)?.label
  const shown = useRef<HTMLDivElement>(null)
  const done = useRef(onDone)
  done.current = onDone
  useEffect(() => {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    const [low, high] = still ? ['none', 'none'] : ['translateY(12px)', 'translateY(-16px)']
    const steps = [
      { opacity: 0, transform: low },
      { opacity: 1, transform: 'none', offset: 0.1 },
      { opacity: 1, transform: 'none', offset: 0.8 },
      { opacity: 0, transform: high },
    ]
    const motion = shown.current!.animate(steps, { duration: SHOWN, easing: 'ease-out', fill: 'forwards' })
    motion.onfinish = () => done.current()
    return () => motion.cancel()
  }, [])
  return (
    <div className="pointer-events-none fixed inset-x-0 top-[calc(var(--header-h)+12px)] z-50 flex justify-center px-3" role="status">
      <div ref={shown} className="flex items-center gap-2 rounded-full border bg-surface py-1.5 ps-2.5 pe-3.5 text-13 shadow-float">
        <Icon name="trophy" size="sm" className="text-link" />
        <b className="text-15 font-semibold tabular-nums text-link">{t('earned', { count: points })}</b>
        {label && <span className="text-text-2">{label}</span>}
      </div>
    </div>
  )
}

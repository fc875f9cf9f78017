/** Points at the act that earned them: "+5 points" with what it was for, in the toast of the act where it has one. */
import { toast, useEvent, useRead, useSession, useT } from '@atrium/sdk/web'
import { useEffect, useRef, useState } from 'react'
import contract from '../../contract.ts'
import { type Gain, isOneAct, reasonOf, sumOf } from '../components/gains.ts'

/** What one act earns in several steps is told at once (ms). */
const GATHERED = 700

export default function Earned() {
  const { member, viewOnly } = useSession()
  const [gains, setGains] = useState<Gain[]>([])
  useEvent(contract.events['points.awarded'], ({ points, rule }) => {
    if (points > 0) setGains((before) => [...before, { points, rule }])
  })
  return member && !viewOnly && gains.length > 0 ? <Told gains={gains} onDone={() => setGains([])} /> : null
}

function Told({ gains, onDone }: { gains: Gain[]; onDone: () => void }) {
  const t = useT()
  const { data } = useRead(contract.routes.overview)
  const tell = useRef(() => {})
  tell.current = () => {
    const reason = reasonOf(gains, data?.rules ?? [], t)
    const points = <b className="font-semibold tabular-nums text-link">{t('earned', { count: sumOf(gains) })}</b>
    if (isOneAct(gains)) toast.gain(points, reason)
    else
      toast.gain(
        <>
          {points}
          {reason && ` · ${reason}`}
        </>,
      )
    onDone()
  }
  useEffect(() => {
    const timer = setTimeout(() => tell.current(), GATHERED)
    return () => clearTimeout(timer)
  }, [gains, data])
  return null
}

/** Points at the act that earned or undid them: "+5 points" with what it was for, in the toast of the act where it has one. */
import { toast, useEvent, useRead, useSession, useT } from '@atrium/sdk/web'
import { useEffect, useRef, useState } from 'react'
import contract from '../../contract.ts'
import { type Gain, isGiven, isOneAct, reasonOf, sumOf } from '../components/gains.ts'

/** What one act earns in several steps is told at once (ms). */
const GATHERED = 700

export default function Earned() {
  const { member, viewOnly } = useSession()
  const [gains, setGains] = useState<Gain[]>([])
  useEvent(contract.events['points.awarded'], ({ points, rule }) => {
    if (points > 0) setGains((before) => [...before, { points, rule }])
  })
  useEvent(contract.events['points.taken_back'], ({ points, rule }) => {
    // what another member takes back, such as a like, is no act of the reader
    if (!isGiven(rule)) setGains((before) => [...before, { points: -points, rule }])
  })
  return member && !viewOnly && gains.length > 0 ? <Told gains={gains} onDone={() => setGains([])} /> : null
}

function Told({ gains, onDone }: { gains: Gain[]; onDone: () => void }) {
  const t = useT()
  const { data } = useRead(contract.routes.overview)
  const tell = useRef(() => {})
  tell.current = () => {
    const reason = reasonOf(gains, data?.rules ?? [], t)
    const sum = sumOf(gains)
    const points = <b className="font-semibold tabular-nums text-link">{t('earned', { count: sum })}</b>
    if (sum < 0) toast.loss(t('taken_back', { count: -sum }), reason)
    else if (sum > 0 && isOneAct(gains)) toast.gain(points, reason)
    else if (sum > 0)
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

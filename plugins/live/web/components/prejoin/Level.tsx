/** Whether the microphone hears anything, before anybody else does. */
import { cx, Icon, useT } from '@atrium/sdk/web'
import { useEffect, useState } from 'react'
import { useLevel } from '../../room/sound.ts'
import type { Local } from '../../room/useLocal.ts'
import { Bars } from '../Bars.tsx'

/** From here on it is a voice and no noise. */
const HEARD = 0.35

export function Level({ local: { microphone, isMuted } }: { local: Local }) {
  const t = useT()
  const track = isMuted ? null : microphone.track
  const level = useLevel(track)
  const [heard, setHeard] = useState<MediaStreamTrack | null>(null)
  useEffect(() => {
    if (level >= HEARD) setHeard(track)
  }, [level, track])
  const isHeard = track !== null && heard === track
  const state = !microphone.track ? 'none' : isMuted ? 'muted' : isHeard ? 'heard' : 'waiting'
  return (
    <div className="mt-4 flex items-center gap-3.5 rounded-xl border bg-surface px-[18px] py-3.5">
      <Icon
        name={state === 'heard' ? 'circle-check' : state === 'waiting' ? 'mic' : 'mic-off'}
        className={cx('size-6!', state === 'heard' ? 'text-success' : 'text-text-3')}
      />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-2">
          <p role="status" className="text-13 font-semibold">
            {t(`prejoin.level.${state}`)}
          </p>
          <p className="text-12 text-text-3 max-desk:basis-full">{t(`prejoin.level.${state}_text`)}</p>
        </div>
        <Bars level={level} label={t('prejoin.level')} className="mt-2" />
      </div>
    </div>
  )
}

/** Below a broadcast: how far behind one is, a bar to go back, and the way forward again. */
import { Button, useT } from '@atrium/sdk/web'
import type { RefObject } from 'react'
import { clockOf } from '../../room/clock.ts'
import { useRewind } from '../../room/useRewind.ts'

/** With less there is nothing to go back to. */
const LEAST_SECONDS = 30
const STEP_SECONDS = 5

export function Rewind({ media }: { media: RefObject<HTMLVideoElement | null> }) {
  const t = useT()
  const { most, behind, goTo } = useRewind(media)
  const place = behind ? t('stage.behind', { time: clockOf(behind) }) : t('stage.delayed')
  return (
    <div className="absolute inset-x-0 bottom-0 z-1 flex min-h-11 items-center gap-3 bg-[oklch(0.1_0_0/0.6)] px-3 text-13 text-white">
      {most >= LEAST_SECONDS && (
        <input
          type="range"
          // steps are counted from here, and the last one is live
          min={-STEP_SECONDS * Math.floor(most / STEP_SECONDS)}
          max={0}
          step={STEP_SECONDS}
          value={-behind}
          onChange={(event) => goTo(-Number(event.target.value))}
          aria-label={t('stage.rewind')}
          aria-valuetext={place}
          className="h-11 min-w-0 flex-1 cursor-pointer accent-white"
        />
      )}
      <span className="flex-none tabular-nums">{place}</span>
      {behind > 0 && (
        <Button size="sm" onClick={() => goTo(0)}>
          {t('stage.to_live')}
        </Button>
      )}
    </div>
  )
}

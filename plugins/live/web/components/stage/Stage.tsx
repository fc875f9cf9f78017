/** Who is seen: one person large with the others below or beside, or all alike. */
import { cx, IconButton, useNarrow, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import type { LiveRoom } from '../../../contract.ts'
import { useCall } from '../../room/call.ts'
import { mainOf, type Seat } from '../../room/seats.ts'
import { SeatView } from './SeatView.tsx'
import { StageCard } from './StageCard.tsx'

interface StageProps {
  view: LiveRoom['view_type']
  pinned: string | null
  onPin: (key: string | null) => void
  /** A sheet lies below it. */
  isShort: boolean
}
export function Stage({ view, pinned, onPin, isShort }: StageProps) {
  const t = useT()
  const { seats, speech } = useCall()
  const isGrid = view === 'grid_view' && pinned === null && seats.every(({ source }) => source === 'camera')
  if (seats.length === 0) return <p className="grid h-full place-items-center rounded-xl bg-[oklch(0.24_0.012_70)] text-13">{t('stage.nobody')}</p>
  if (isGrid) return <Grid seats={seats} onPin={onPin} />
  const main = mainOf(seats, pinned, speech.last)!
  const others = seats.filter(({ key }) => key !== main.key)
  const isBeside = view === 'speaker_variant_view' && !isShort
  return (
    <div className={cx('flex h-full gap-2', isBeside ? 'max-desk:flex-col' : 'flex-col')}>
      <SeatView key={main.key} seat={main} isMain isPinned={pinned === main.key} onPin={onPin} className="min-h-0 flex-2">
        <StageCard />
      </SeatView>
      {others.length > 0 && (
        <ul
          aria-label={t('stage.others')}
          className={cx(
            'grid gap-2 scrollbar-none',
            isBeside
              ? 'w-56 flex-none auto-rows-max content-start overflow-y-auto max-desk:w-full max-desk:auto-cols-[calc((100%-16px)/3)] max-desk:grid-flow-col max-desk:overflow-x-auto'
              : 'min-h-0 flex-1 auto-cols-[calc((100%-16px)/3)] grid-flow-col overflow-x-auto overflow-y-hidden',
            isShort ? 'max-h-[68px] flex-none! basis-[68px]' : 'max-desk:max-h-28 max-desk:basis-28',
            others.length < 3 && !isBeside && 'justify-center',
          )}
        >
          {others.map((seat) => (
            <li key={seat.key} className={cx('grid min-h-0', isBeside && 'desk:aspect-video')}>
              <SeatView seat={seat} isPinned={false} onPin={onPin} isTiny={isShort} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const PAGE = 9
const PHONE_PAGE = 6
function Grid({ seats, onPin }: { seats: readonly Seat[]; onPin: (key: string | null) => void }) {
  const t = useT()
  const narrow = useNarrow()
  const [wanted, setPage] = useState(0)
  const size = narrow ? PHONE_PAGE : PAGE
  const pages = Math.ceil(seats.length / size)
  const page = Math.min(wanted, pages - 1)
  const shown = seats.slice(page * size, (page + 1) * size)
  const columns = narrow ? (shown.length <= 2 ? 1 : 2) : shown.length <= 1 ? 1 : shown.length <= 4 ? 2 : 3
  return (
    <div className="relative h-full">
      <ul aria-label={t('stage.people')} className="grid h-full auto-rows-fr gap-2" style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
        {shown.map((seat) => (
          <li key={seat.key} className="grid min-h-0">
            <SeatView seat={seat} isPinned={false} onPin={onPin} />
          </li>
        ))}
      </ul>
      {pages > 1 && (
        <nav
          aria-label={t('stage.pages')}
          className="absolute inset-x-0 bottom-3 z-1 mx-auto flex w-fit items-center gap-1 rounded-full bg-[oklch(0.1_0_0/0.78)] px-1 text-13 text-white"
        >
          <IconButton icon="chevron-left" label={t('stage.page.before')} disabled={page === 0} onClick={() => setPage(page - 1)} className="text-white!" />
          <span className="tabular-nums">{t('stage.page', { page: page + 1, pages })}</span>
          <IconButton
            icon="chevron-right"
            label={t('stage.page.after')}
            disabled={page === pages - 1}
            onClick={() => setPage(page + 1)}
            className="text-white!"
          />
        </nav>
      )}
      <StageCard />
    </div>
  )
}

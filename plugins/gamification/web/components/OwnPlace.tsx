/** One's own place, above the list, none of whose rows it covers. */
import { Avatar, Button, useSession, useT } from '@atrium/sdk/web'
import type { Overview, Period } from '../../contract.ts'
import { Change } from './Change.tsx'

interface OwnPlaceProps extends Pick<Overview, 'levels'> {
  own: NonNullable<Overview['own']>
  period: Period
  onShow: () => void
}
export function OwnPlace({ own: { stats, places }, levels, period, onShow }: OwnPlaceProps) {
  const t = useT()
  const { member } = useSession()
  const place = places[period]
  if (!member || !place) return null
  // the nearest one that opens anything
  const opens = levels.find(({ number, opens: what }) => what !== null && number > (stats.current_level ?? 1))
  // what is near leads: the next level before what a later one opens
  const next = stats.points_to_next_level !== null && t('levels.to_next', { count: stats.points_to_next_level, level: (stats.current_level ?? 0) + 1 })
  const further = [
    place.rank === null ? t('own.none') : place.points_to_next_rank !== null && t('own.to_place', { count: place.points_to_next_rank }),
    opens && t('own.opens', { level: opens.number, name: opens.opens ?? '' }),
  ]
  return (
    <section
      aria-label={t('own.title')}
      className="mb-4 flex items-center gap-2.5 overflow-hidden max-sm:flex-wrap rounded-card border border-s-3 border-s-brand bg-surface px-4 py-2.5 text-13"
    >
      <span className="min-w-7 text-20 font-semibold tabular-nums">{place.rank ?? '–'}</span>
      {place.rank !== null && <Change value={place.change} />}
      <Avatar id={member.id} name={member.name} src={member.avatarUrl} size={36} />
      <div className="min-w-0 flex-1 max-sm:order-last max-sm:basis-full">
        <p className="truncate text-15 font-medium">{t('own.level', { level: stats.current_level ?? 1 })}</p>
        {next && <p className="text-text-2 sm:truncate">{next}</p>}
        <p className="text-text-3 sm:truncate">{further.filter(Boolean).join(' · ')}</p>
      </div>
      <span className="ms-auto grid justify-items-end pe-1">
        <b className="text-17 font-semibold tabular-nums">{t('number', { value: place.points })}</b>
        <span className="text-12 text-text-3">{t('points.word', { count: place.points })}</span>
      </span>
      {place.rank !== null && (
        <Button size="sm" className="max-sm:hidden" onClick={onShow}>
          {t('own.show')}
        </Button>
      )}
    </section>
  )
}

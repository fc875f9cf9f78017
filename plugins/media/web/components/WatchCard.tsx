/** How much of the videos and sounds is watched: a chart by day, and what was watched most. */
import { Card, EmptyState, Failure, formatSpan, formatTime, Segment, Skeleton, useRead, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type MediaAnalytics } from '../../contract.ts'

const SPANS = ['7', '30', '90'] as const

export function WatchCard({ onOpen }: { onOpen: (file: { id: number; filename: string }) => void }) {
  const t = useT()
  const [span, setSpan] = useState<(typeof SPANS)[number]>('30')
  const { data, error } = useRead(contract.routes.analytics, { query: { days: Number(span) } }, { keepPrevious: true })
  return (
    <Card pad className="mb-4 grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="min-w-0 flex-1 text-15">{t('watch.title')}</h2>
        <Segment
          label={t('watch.span')}
          value={span}
          onChange={(value) => setSpan(value as typeof span)}
          items={SPANS.map((value) => ({ value, label: t('watch.days', { count: Number(value) }) }))}
        />
      </div>
      {error && !data ? (
        <Failure error={error} />
      ) : !data ? (
        <Skeleton w="100%" h={120} />
      ) : data.totals.views === 0 ? (
        <EmptyState icon="circle-play" title={t('watch.empty')} text={t('watch.empty_text')} />
      ) : (
        <Numbers data={data} onOpen={onOpen} />
      )}
    </Card>
  )
}

function Numbers({ data, onOpen }: { data: MediaAnalytics; onOpen: (file: { id: number; filename: string }) => void }) {
  const t = useT()
  const { totals, days, files } = data
  const most = Math.max(1, ...days.map(({ watched }) => watched))
  const figures = [
    ['watch.views', String(totals.views)],
    ['watch.viewers', String(totals.viewers)],
    ['watch.time', formatSpan(totals.watched)],
    ['watch.completions', String(totals.completions)],
  ] as const
  return (
    <>
      <dl className="grid grid-cols-2 gap-3 desk:grid-cols-4">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt className="text-13 text-text-3">{t(name)}</dt>
            <dd className="text-20 font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <div role="img" aria-label={t('watch.chart', { time: formatSpan(totals.watched) })} className="flex h-24 items-end gap-px border-b">
        {days.map(({ date, watched, views }) => (
          <span
            key={date}
            data-tip={t('watch.day', { date: formatTime(`${date}T12:00:00`, { kind: 'day' }), time: formatSpan(watched), count: views })}
            className="group flex h-full min-w-0 flex-1 items-end"
          >
            <span
              className="w-full rounded-t-mark bg-(--chart-1) group-hover:opacity-80"
              style={{ height: watched ? `${Math.max(3, (watched / most) * 100)}%` : 0 }}
            />
          </span>
        ))}
      </div>
      <ol className="grid">
        {files.slice(0, 5).map((file) => (
          <li key={file.id} className="flex items-center gap-3 py-2 text-13 not-first:border-t">
            <button type="button" onClick={() => onOpen(file)} className="link min-w-0 flex-1 truncate text-start max-desk:min-h-11">
              {file.filename}
            </button>
            <span className="tabular-nums text-text-2">{formatSpan(file.watched)}</span>
            <span className="w-24 text-end tabular-nums text-text-3 max-desk:hidden">{t('watch.file_views', { count: file.views })}</span>
            <span className="w-32 text-end tabular-nums text-text-3 max-desk:hidden">
              {t('watch.finished', { percent: Math.round((Math.min(file.completions, file.viewers) / Math.max(1, file.viewers)) * 100) })}
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}

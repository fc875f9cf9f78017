/** How the team did: first answers, agents, ratings, and what was opened and solved day by day. */
import { Dialog, formatSpan, formatTime, Query, Segment, Skeleton, useRead, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type InboxReport } from '../../contract.ts'

const { routes } = contract
const SPANS = ['7', '30', '90'] as const
const HEIGHT = 132

export const spanOf = (seconds: number): string => formatSpan(Math.max(60, Math.round(seconds / 60) * 60))
export const percent = (part: number): string => `${Math.round(part * 100)}%`
const dayOf = (day: string) => formatTime(`${day}T12:00:00Z`, { kind: 'day' })

function Facts({ report }: { report: InboxReport }) {
  const t = useT()
  const { first_answer_seconds, ai_alone, liked, opened, solved } = report
  const facts: [key: string, value: string | number | null][] = [
    ['opened', opened],
    ['solved', solved],
    ['first', first_answer_seconds === null ? null : spanOf(first_answer_seconds)],
    ['ai', ai_alone === null ? null : percent(ai_alone)],
    ['liked', liked === null ? null : percent(liked)],
  ]
  return (
    <dl className="grid grid-cols-2 gap-2 sm:grid-cols-5">
      {facts.map(([key, value]) => (
        <div key={key} className="flex flex-col-reverse justify-end rounded-control border px-3 py-2">
          <dt className="text-12 text-text-2">{t(`figures.${key}`)}</dt>
          <dd className="text-17 font-semibold tabular-nums">{value ?? '–'}</dd>
        </div>
      ))}
    </dl>
  )
}

const SERIES = [
  { key: 'opened', look: 'bg-brand' },
  { key: 'solved', look: 'bg-success-solid' },
] as const

function Days({ days }: Pick<InboxReport, 'days'>) {
  const t = useT()
  const most = Math.max(1, ...days.flatMap(({ opened, solved }) => [opened, solved]))
  return (
    <figure className="m-0">
      <figcaption className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-13 text-text-2">
        {SERIES.map(({ key, look }) => (
          <span key={key} className="inline-flex items-center gap-1.5">
            <span aria-hidden="true" className={`size-2.5 rounded-[3px] ${look}`} />
            {t(`figures.${key}`)}
          </span>
        ))}
      </figcaption>
      <div aria-hidden="true" className="flex items-end gap-1 border-b" style={{ height: HEIGHT }}>
        {days.map((day) => (
          <span
            key={day.day}
            title={t('figures.day', { day: dayOf(day.day), opened: day.opened, solved: day.solved })}
            className="flex h-full min-w-0 flex-1 items-end justify-center gap-px hover:bg-hover"
          >
            {SERIES.map(({ key, look }) => (
              <span
                key={key}
                className={`min-w-0 max-w-4 flex-1 rounded-t-xs ${look}`}
                style={{ height: day[key] > 0 ? Math.max(2, (day[key] / most) * (HEIGHT - 4)) : 0 }}
              />
            ))}
          </span>
        ))}
      </div>
      <p aria-hidden="true" className="mt-1.5 flex justify-between text-12 text-text-3">
        <span>{dayOf(days[0]!.day)}</span>
        <span>{dayOf(days.at(-1)!.day)}</span>
      </p>
      <table className="sr-only">
        <caption>{t('figures.days')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('figures.date')}</th>
            {SERIES.map(({ key }) => (
              <th key={key} scope="col">
                {t(`figures.${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, opened, solved }) => (
            <tr key={day}>
              <th scope="row">{dayOf(day)}</th>
              <td>{opened}</td>
              <td>{solved}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}

export function Report({ onClose }: { onClose: () => void }) {
  const t = useT()
  const [span, setSpan] = useState<(typeof SPANS)[number]>('7')
  const query = useRead(routes.report, { query: { days: Number(span) } }, { staleTime: 300_000, keepPrevious: true })
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('figures.title')} width={640}>
      <div className="grid gap-4">
        <Segment
          label={t('figures.span')}
          value={span}
          items={SPANS.map((value) => ({ value, label: t('figures.last', { count: Number(value) }) }))}
          onChange={setSpan}
        />
        <Query query={query} skeleton={<Skeleton w="100%" h={260} />}>
          {(report) => (
            <>
              <Facts report={report} />
              <Days days={report.days} />
            </>
          )}
        </Query>
      </div>
    </Dialog>
  )
}

/** A course in figures: how many learn, and the lesson after which most are missing. */
import { Card, CardHead, Link, useT } from '@atrium/sdk/web'
import type { Course, Stats } from '../../contract.ts'
import { editPath } from './words.ts'

/** The lesson after which most learners are missing. */
function stopOf(stats: Stats) {
  let worst: { lesson: Stats['lessons'][number]; at: number; lost: number } | null = null
  for (const [i, lesson] of stats.lessons.entries()) {
    const lost = (i === 0 ? stats.started : stats.lessons[i - 1]!.completed) - lesson.completed
    if (lost > (worst?.lost ?? 0)) worst = { lesson, at: i, lost }
  }
  return worst
}
const MOST_BARS = 60
/** Numbers below more bars than these would touch each other. */
const MOST_NUMBERS = 24
/** Where the scale ends: a round number, so that its thirds are whole. */
function topOf(most: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(most)) - 1) * 3
  return Math.max(3, Math.ceil(most / step) * step)
}
const ticksOf = (most: number) => [0, 1, 2, 3].map((third) => (topOf(most) / 3) * third)
export function Stops({ course, stats }: { course: Course; stats: Stats }) {
  const t = useT()
  const most = Math.max(1, ...stats.lessons.map(({ completed }) => completed))
  const stop = stopOf(stats)
  const shown = stats.lessons.slice(0, MOST_BARS)
  return (
    <Card>
      <CardHead title={t('stats.stops')} text={t('stats.stops_text')} />
      <div className="p-4 desk:p-5">
        <div className="relative ps-8">
          <div aria-hidden="true" className="absolute inset-x-0 top-0 h-40 text-12 text-text-3 tabular-nums">
            {ticksOf(most).map((tick) => (
              <span key={tick} className="absolute inset-x-0 flex translate-y-1/2 items-center gap-2" style={{ bottom: `${(tick / topOf(most)) * 100}%` }}>
                <span className="w-6 text-end leading-none">{tick}</span>
                <span className="h-px flex-1 bg-border" />
              </span>
            ))}
          </div>
          <ol className="relative flex h-40 items-end gap-1 px-1" aria-label={t('stats.stops')}>
            {shown.map((lesson, i) => (
              <li key={lesson.id} className="flex h-full min-w-0 flex-1 flex-col justify-end" title={`${lesson.name}: ${lesson.completed}`}>
                <span
                  className={`block min-h-0.5 rounded-t-control ${i === stop?.at ? 'bg-chart-2' : 'bg-chart-1'}`}
                  style={{ height: `${(lesson.completed / topOf(most)) * 100}%` }}
                />
                <span className="sr-only">{`${lesson.name}: ${lesson.completed}`}</span>
              </li>
            ))}
          </ol>
          {shown.length <= MOST_NUMBERS && (
            <div aria-hidden="true" className="mt-1.5 flex gap-1 px-1 text-center text-12 text-text-3 tabular-nums">
              {shown.map((lesson, i) => (
                <span key={lesson.id} className="min-w-0 flex-1">
                  {i + 1}
                </span>
              ))}
            </div>
          )}
        </div>
        {stop && stop.lost > 0 && (
          <p className="mt-3 text-13">
            {t('stats.stop', { count: stop.lost, at: stop.at + 1, name: stop.lesson.name })}{' '}
            <Link className="text-link underline" to={editPath(course.slug, stop.lesson.section_id, stop.lesson.id)}>
              {t('stats.open')}
            </Link>
          </p>
        )}
      </div>
    </Card>
  )
}
export function Numbers({ stats }: { stats: Stats }) {
  const t = useT()
  const cells = [
    {
      key: 'finished',
      value: stats.finished,
      text: t('stats.finished_text', { percent: stats.students ? Math.round((stats.finished / stats.students) * 100) : 0 }),
    },
    { key: 'active', value: stats.active, text: t('stats.active_text') },
    { key: 'stuck', value: stats.stuck, text: t('stats.stuck_text') },
    { key: 'average', value: t('percent', { percent: stats.average_percent }), text: t('stats.average_text') },
  ]
  return (
    <Card className="grid grid-cols-2">
      {cells.map(({ key, value, text }) => (
        <div key={key} className="grid content-center border-border p-4 odd:border-e nth-[n+3]:border-t">
          <p className="text-13 text-text-2">{t(`stats.${key}`)}</p>
          <p className="text-24 font-semibold tabular-nums">{value}</p>
          <p className="text-12 text-text-3">{text}</p>
        </div>
      ))}
    </Card>
  )
}

/** Points and levels as plots: by day, by what earned them, and who has come how far. */
import { Card, CardHead, formatTime, Icon, Query, Skeleton, useRead, useT } from '@atrium/sdk/web'
import type { ReactNode } from 'react'
import contract, { type Figures } from '../../contract.ts'

const H = 140

export function FiguresCards() {
  const query = useRead(contract.routes.figures)
  return (
    <Query query={query} skeleton={<Skeleton w="100%" h={480} />}>
      {(figures) => (
        <div className="grid gap-4">
          <ByDay days={figures.days} />
          <div className="grid items-start gap-4 desk:grid-cols-2">
            <ByRule rules={figures.rules} byHand={figures.by_hand} />
            <ByLevel levels={figures.levels} />
          </div>
        </div>
      )}
    </Query>
  )
}

function ByDay({ days }: Pick<Figures, 'days'>) {
  const t = useT()
  const most = Math.max(1, ...days.map(({ points }) => points))
  const sum = days.reduce((all, { points }) => all + points, 0)
  const dayOf = (day: string) => formatTime(`${day}T12:00:00Z`, { kind: 'day' })
  return (
    <Card>
      <CardHead title={t('figures.days')} text={t('figures.days_text', { count: sum })} />
      <figure className="m-0 px-4 pt-5 pb-4 desk:px-5">
        <div aria-hidden="true" className="flex items-end gap-[3px] border-b" style={{ height: H }}>
          {days.map(({ day, points }) => (
            <span
              key={day}
              title={`${dayOf(day)}: ${t('points.count', { count: points })}`}
              className="min-w-0 flex-1 rounded-t-xs bg-brand"
              style={{ height: points > 0 ? Math.max(2, (points / most) * H) : 0 }}
            />
          ))}
        </div>
        <p aria-hidden="true" className="mt-1.5 flex justify-between text-12 text-text-3">
          <span>{dayOf(days[0]!.day)}</span>
          <span>{dayOf(days.at(-1)!.day)}</span>
        </p>
        <table className="sr-only">
          <caption>{t('figures.days')}</caption>
          <tbody>
            {days.map(({ day, points }) => (
              <tr key={day}>
                <th scope="row">{dayOf(day)}</th>
                <td>{points}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </figure>
    </Card>
  )
}

function ByRule({ rules, byHand }: { rules: Figures['rules']; byHand: number }) {
  const t = useT()
  const rows = [...rules, ...(byHand ? [{ key: 'by_hand', label: t('tab.awards'), icon: 'award', points: byHand }] : [])]
  return (
    <Card>
      <CardHead title={t('figures.rules')} text={t('figures.rules_text')} />
      {rows.length === 0 ? (
        <p className="px-4 py-4 text-13 text-text-3 desk:px-5">{t('board.none')}</p>
      ) : (
        <Bars
          rows={rows.map(({ key, icon, label, points }) => ({
            key,
            mark: <Icon name={icon} className="text-text-3" />,
            label,
            value: points,
            said: t('number', { value: points }),
          }))}
        />
      )}
    </Card>
  )
}

function ByLevel({ levels }: Pick<Figures, 'levels'>) {
  const t = useT()
  return (
    <Card>
      <CardHead title={t('levels.title')} text={t('figures.levels_text')} />
      <Bars
        rows={levels.map((level) => ({
          key: String(level.id),
          mark: <span aria-hidden="true">{level.emoji}</span>,
          label: level.name,
          value: level.members_count,
          said: t('levels.members', { count: level.members_count }),
        }))}
      />
    </Card>
  )
}

function Bars({ rows }: { rows: { key: string; mark: ReactNode; label: string; value: number; said: string }[] }) {
  const most = Math.max(1, ...rows.map(({ value }) => value))
  return (
    <ul className="grid gap-3 px-4 py-4 text-13 desk:px-5">
      {rows.map(({ key, mark, label, value, said }) => (
        <li key={key} className="grid grid-cols-[20px_minmax(0,1fr)_auto] items-center gap-x-2.5 gap-y-1">
          {mark}
          <span className="truncate">{label}</span>
          <span className="tabular-nums">{said}</span>
          <span aria-hidden="true" className="col-span-2 col-start-2 h-1.5 overflow-hidden rounded-full bg-press">
            <span className="block h-full rounded-full bg-brand" style={{ width: `${(value / most) * 100}%` }} />
          </span>
        </li>
      ))}
    </ul>
  )
}

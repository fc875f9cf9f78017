/** Levels as a ladder, the highest on top: what each opens, who is there, and how far oneself has come. */
import { Card, CardHead, cx, Icon, Progress, useT } from '@atrium/sdk/web'
import type { Overview } from '../../contract.ts'

/** Of the full width of a bar (px), for the share that most members have. */
const WIDEST = 150

export function Ladder({ levels, own }: Pick<Overview, 'levels' | 'own'>) {
  const t = useT()
  const here = own?.stats.current_level ?? 0
  const most = Math.max(1, ...levels.map(({ members_percent }) => members_percent))
  return (
    <Card>
      <CardHead title={t('levels.title')} text={t('levels.text')} />
      <ol className="px-4 py-4 sm:px-5">
        {levels.toReversed().map((level, i) => {
          const [done, me] = [level.number < here, level.number === here]
          const last = i === levels.length - 1
          return (
            <li
              key={level.id}
              aria-current={me || undefined}
              className={cx(
                'relative grid grid-cols-[32px_minmax(0,1fr)] gap-x-3.5 text-13',
                me ? '-mx-3 mb-4 rounded-card border bg-surface-2 p-3' : !last && 'pb-4',
              )}
            >
              {!last && (
                <span
                  aria-hidden
                  className={cx('absolute w-0.5', me ? 'top-11 -bottom-4 start-[27px]' : 'top-8 bottom-0 start-[15px]', done || me ? 'bg-brand' : 'bg-border')}
                />
              )}
              <span
                className={cx(
                  'relative grid size-8 place-items-center rounded-full text-13 font-semibold tabular-nums',
                  me ? 'bg-brand text-on-brand' : done ? 'bg-brand-soft text-on-brand-soft' : 'border border-field bg-surface text-text-3',
                )}
              >
                {done ? <Icon name="check" className="size-4" label={t('levels.done', { level: level.number })} /> : level.number}
              </span>
              <div className="min-w-0">
                <p className="flex items-baseline justify-between gap-2 text-15">
                  <span className="truncate font-medium">
                    <span aria-hidden>{level.emoji}</span> {level.name}
                  </span>
                  <span className={cx('whitespace-nowrap text-12 tabular-nums', me ? 'font-medium text-link' : 'text-text-3')}>
                    {me ? t('levels.here') : t('number', { value: level.points })}
                  </span>
                </p>
                {level.opens && (
                  <p className="mt-0.5 flex items-center gap-1.5 text-text-2">
                    <Icon name="lock-open" className="size-3.5 text-text-3" />
                    {t('levels.opens', { name: level.opens })}
                  </p>
                )}
                {me && own && (
                  <div className="mt-2.5 mb-1">
                    <Progress value={own.stats.level_progress ?? 0} label={t('levels.progress', { percent: own.stats.level_progress ?? 0 })} />
                    <p className="mt-1.5 flex justify-between text-12 text-text-3 tabular-nums">
                      <span>{t('points.count', { count: own.stats.total_points })}</span>
                      {own.stats.points_to_next_level !== null && (
                        <span>{t('levels.to_next', { count: own.stats.points_to_next_level, level: level.number + 1 })}</span>
                      )}
                    </p>
                  </div>
                )}
                <p className="mt-1.5 flex items-center gap-2 text-12 text-text-3">
                  <span
                    aria-hidden
                    className={cx('block h-2 rounded-xs border border-field', me ? 'bg-brand-soft' : 'bg-press')}
                    style={{ width: Math.max(4, (WIDEST * level.members_percent) / most) }}
                  />
                  <span className="tabular-nums">{t(i === 0 ? 'levels.share' : 'percent', { value: level.members_percent })}</span>
                </p>
              </div>
            </li>
          )
        })}
      </ol>
    </Card>
  )
}

export function HowPoints({ rules, daily_limit }: Pick<Overview, 'rules' | 'daily_limit'>) {
  const t = useT()
  return (
    <Card pad>
      <h2 className="text-15 font-semibold">{t('how.title')}</h2>
      <ul className="mt-2.5 mb-2">
        {rules.map((rule) => (
          <li key={rule.key} className="flex min-h-8 items-center gap-2.5 text-13">
            <Icon name={rule.icon} className="size-4 text-text-3" />
            <span className="flex-1">{rule.label}</span>
            <b className="font-semibold tabular-nums">+{rule.points}</b>
          </li>
        ))}
      </ul>
      <p className="text-12 text-text-3">{[daily_limit !== null && t('how.limit', { count: daily_limit }), t('how.text')].filter(Boolean).join(' ')}</p>
    </Card>
  )
}

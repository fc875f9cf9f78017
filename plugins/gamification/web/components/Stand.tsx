/** The first three on their stand. */
import { Avatar, Link, useT } from '@atrium/sdk/web'
import type { BoardMember } from '../../contract.ts'
import { Change } from './Change.tsx'
import { BestAt } from './Rows.tsx'

/** Gold, silver, bronze, with a text that is read on them. */
const STEPS = [
  { metal: 'oklch(0.79 0.145 84)', on: 'oklch(0.25 0.05 70)', height: 'h-[92px] sm:h-28', size: 96, order: 'order-2' },
  { metal: 'oklch(0.77 0.012 250)', on: 'oklch(0.22 0.01 250)', height: 'h-[74px] sm:h-[84px]', size: 64, order: 'order-1' },
  { metal: 'oklch(0.68 0.1 52)', on: 'oklch(0.18 0.04 50)', height: 'h-16 sm:h-[70px]', size: 64, order: 'order-3' },
] as const

export function Stand({ rows }: { rows: readonly BoardMember[] }) {
  const t = useT()
  return (
    <ol className="grid grid-cols-3 items-end gap-1.5 rounded-t-card border-b bg-[radial-gradient(90%_120%_at_50%_0,var(--brand-soft),transparent_70%)] px-2.5 pt-5 sm:gap-3 sm:px-7 sm:pt-7">
      {rows.map((row, i) => {
        const { metal, on, height, size, order } = STEPS[i]!
        return (
          <li key={row.community_member_id} className={`grid min-w-0 ${order}`}>
            <Link to={`/u/${row.public_uid}`} className="group grid min-w-0 justify-items-center pb-3 text-center">
              <span className="relative mb-3.5 grid rounded-full" style={{ boxShadow: `0 0 0 3px var(--surface), 0 0 0 5px ${metal}` }}>
                <Avatar id={row.community_member_id} name={row.name} src={row.avatar_url} size={size} />
                <span
                  className="absolute -bottom-2.5 start-1/2 grid h-6 min-w-6 -translate-x-1/2 place-items-center rtl:translate-x-1/2 rounded-full text-13 font-semibold tabular-nums"
                  style={{ background: metal, color: on, boxShadow: '0 0 0 3px var(--surface)' }}
                >
                  {row.rank}
                </span>
              </span>
              <span className="max-w-full truncate text-13 font-semibold group-hover:underline sm:text-15">{row.name}</span>
              <span className="text-12 text-text-3 max-sm:hidden">{t('level.short', { level: row.current_level })}</span>
              <BestAt row={{ ...row, best_at: row.best_at.slice(0, 1) }} className="max-w-full text-12 text-text-2 max-sm:hidden" />
            </Link>
            <div
              className={`grid content-start justify-items-center rounded-t-[10px] border border-b-0 bg-surface pt-2.5 ${height}`}
              style={{ boxShadow: `inset 0 3px 0 ${metal}` }}
            >
              <span className={`font-semibold tabular-nums ${i === 0 ? 'text-24 sm:text-32' : 'text-20 sm:text-24'}`}>
                {t('number', { value: row.total_points })}
              </span>
              <span className="flex items-center gap-1.5 text-12 text-text-3">
                {t('points.word', { count: row.total_points })}
                <Change value={row.change} />
              </span>
            </div>
          </li>
        )
      })}
    </ol>
  )
}

/** Passages that a question finds, with how well each fits; what the reader may not read is locked. */
import { Icon, Link, useLocale, useT } from '@atrium/sdk/web'
import type { Passage } from '../../contract.ts'

export function Passages({ passages }: { passages: readonly Passage[] }) {
  const t = useT()
  const locale = useLocale()
  const percent = new Intl.NumberFormat(locale, { style: 'percent' })
  if (passages.length === 0) return <p className="py-3 text-13 text-text-2">{t('passages.none')}</p>
  return (
    <ul className="divide-y divide-border text-13">
      {passages.map((one) => (
        <li key={one.id} className="flex gap-3 py-3">
          <span className="grid size-6 shrink-0 place-items-center rounded-mark bg-hover text-text-2">
            <Icon name={one.is_readable ? one.icon : 'lock'} className="size-3.5" />
          </span>
          <div className="min-w-0 flex-1">
            <p className="flex items-baseline justify-between gap-3">
              {one.path && one.is_readable ? (
                <Link to={one.path} className="truncate font-medium hover:underline">
                  {one.title}
                </Link>
              ) : (
                <span className="truncate font-medium">{one.title}</span>
              )}
              <span className="shrink-0 whitespace-nowrap text-12 tabular-nums text-text-3">{percent.format(one.score)}</span>
            </p>
            {one.place && <p className="text-12 text-text-3">{one.place}</p>}
            <p className={one.is_readable ? 'mt-0.5 line-clamp-3 text-text-2' : 'mt-0.5 text-warning'}>{one.is_readable ? one.text : t('passages.locked')}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** What a pay page asks for, line by line. */
import { formatMoney } from '@atrium/sdk'
import { useLocale, useT } from '@atrium/sdk/web'
import type { TestPage } from '../../contract.ts'

export function PaySum({ page }: { page: TestPage }) {
  const t = useT()
  const locale = useLocale()
  const say = (amount: number) => formatMoney(locale, amount, page.currency)
  const rows = [page.discount > 0 && ([t('pay.discount'), -page.discount] as const), page.tax > 0 && ([t('pay.tax'), page.tax] as const)].filter(
    (row) => row !== false,
  )
  const every = (interval: string) => {
    const [count = '1', unit = 'month'] = interval.split(' ')
    return t(`pay.every.${unit}`, { count: Number(count) })
  }
  return (
    <dl className="grid gap-2">
      {page.lines.map(({ name, quantity, amount, interval }, index) => (
        <div key={index} className="flex justify-between gap-4">
          <dt className="min-w-0 wrap-anywhere">
            {quantity > 1 && `${quantity} × `}
            {name}
            {interval && <span className="block text-13 text-text-3">{every(interval)}</span>}
          </dt>
          <dd className="tabular-nums whitespace-nowrap">{say(amount)}</dd>
        </div>
      ))}
      {rows.map(([label, amount]) => (
        <div key={label} className="flex justify-between gap-4 text-text-2">
          <dt>{label}</dt>
          <dd className="tabular-nums">{say(amount)}</dd>
        </div>
      ))}
      <div className="mt-1 flex justify-between gap-4 border-t pt-3 text-17 font-medium">
        <dt>{t('pay.today')}</dt>
        <dd className="tabular-nums">{say(page.total)}</dd>
      </div>
      {page.trial_days !== null && (
        <div className="text-13 text-text-2">
          <dt className="sr-only">{t('pay.trial.label')}</dt>
          <dd>{t('pay.trial', { count: page.trial_days })}</dd>
        </div>
      )}
    </dl>
  )
}

/** An invoice that waits for its money, and how to pay it. */
import { formatMoney } from '@atrium/sdk'
import { formatTime, useLocale, useT } from '@atrium/sdk/web'
import type { InvoiceToPay } from '../../contract/records.ts'

export function ToPay({ invoice, how }: { invoice: InvoiceToPay; how: string }) {
  const t = useT()
  const locale = useLocale()
  const facts: [string, string][] = [
    [t('invoice.amount'), formatMoney(locale, invoice.amount, invoice.currency)],
    [t('invoice.number'), invoice.number],
    [t('invoice.due'), formatTime(invoice.due_at, { kind: 'date' })],
  ]
  return (
    <dl className="grid gap-2 text-start">
      {facts.map(([label, value]) => (
        <div key={label} className="flex justify-between gap-4">
          <dt className="text-text-2">{label}</dt>
          <dd className="font-medium tabular-nums">{value}</dd>
        </div>
      ))}
      <div className="mt-1 border-t pt-3">
        <dt className="text-text-2">{t('invoice.how')}</dt>
        <dd className="mt-1 whitespace-pre-line wrap-anywhere">{how || t('invoice.noHow')}</dd>
      </div>
    </dl>
  )
}

/** What a change of price or seats does: what was paid, what of it is unused and what becomes of it, what is due today, and what comes later. */
import { formatMoney } from '@atrium/sdk'
import { formatTime, useLocale, useT } from '@atrium/sdk/web'
import type { ChangePreview } from '../../../contract.ts'
import { Lines } from '../Sum.tsx'

export function WhatHappens({ preview: it }: { preview: ChangePreview }) {
  const t = useT()
  const locale = useLocale()
  const say = (amount: number) => formatMoney(locale, amount, it.currency)
  const day = (at: string) => formatTime(at, { kind: 'date' })
  const facts: [string, string][] = [
    [t('change.paid'), say(it.paid)],
    [t('change.unused'), say(it.unused)],
    ...(it.credit > 0 && it.credit_until
      ? [[t('change.credit'), t('change.creditUntil', { amount: say(it.credit), date: day(it.credit_until) })] as [string, string]]
      : []),
  ]
  return (
    <section className="grid gap-3 rounded-card border p-3.5" aria-label={t('change.now')} data-happens>
      <h3 className="text-15 font-semibold">{t('change.now')}</h3>
      <Rows rows={facts} />
      <Lines lines={it.lines} due={it.due_now} currency={it.currency} />
      {it.next.length > 0 && (
        <div className="grid gap-1.5 border-t pt-2.5">
          <h4 className="text-13 font-medium">{t('change.next')}</h4>
          <Rows rows={it.next.map(({ at, amount }) => [day(at), say(amount)])} />
        </div>
      )}
    </section>
  )
}
function Rows({ rows }: { rows: [string, string][] }) {
  return (
    <dl className="grid gap-1.5">
      {rows.map(([label, value]) => (
        <div key={label} className="flex justify-between gap-4">
          <dt className="shrink-0 text-text-2">{label}</dt>
          <dd className="text-end tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

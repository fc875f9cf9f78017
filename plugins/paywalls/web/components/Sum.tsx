/** What is to be paid, line by line, and what is paid later. */
import { formatMoney } from '@atrium/sdk'
import { formatTime, useLocale, useT } from '@atrium/sdk/web'
import type { RouteReply } from '@atrium/sdk'
import type contract from '../../contract.ts'

export type Preview = RouteReply<(typeof contract)['routes']['preview']>

/** Lines, and what they come to today; never less than nothing, as what is over stays for the next bill. */
export function Lines({ lines, due, currency }: { lines: { text: string; amount: number }[]; due: number; currency: string }) {
  const t = useT()
  const locale = useLocale()
  const say = (amount: number) => formatMoney(locale, amount, currency)
  return (
    <dl className="grid gap-1.5">
      {lines.map((line, i) => (
        <div key={i} className="flex justify-between gap-4">
          <dt className="min-w-0 text-text-2 wrap-anywhere">{line.text}</dt>
          <dd className="whitespace-nowrap tabular-nums">{say(line.amount)}</dd>
        </div>
      ))}
      <div className="mt-1 flex justify-between gap-4 border-t pt-2.5 text-16 font-medium">
        <dt>{t('sum.today')}</dt>
        <dd className="tabular-nums" data-due={due}>
          {say(Math.max(0, due))}
        </dd>
      </div>
    </dl>
  )
}

/** @param preview what the server has worked out; `isEstimate`: the tax of a country that is not known yet */
export function Sum({ preview, isEstimate = false }: { preview: Preview; isEstimate?: boolean }) {
  const t = useT()
  const locale = useLocale()
  const { currency, renewal } = preview
  const lines = preview.lines.map((line) => (isEstimate && line.kind === 'tax' ? { ...line, text: t('sum.estimated', { tax: line.text }) } : line))
  const say = (amount: number) => formatMoney(locale, amount, currency)
  return (
    <div className="grid gap-2">
      <Lines lines={lines} due={preview.due_today} currency={currency} />
      {renewal && (
        <p className="text-13 text-text-2">
          {renewal.times === null
            ? t('sum.renews', { amount: say(renewal.amount), date: formatTime(renewal.at, { kind: 'date' }) })
            : t('sum.times', { amount: say(renewal.amount), date: formatTime(renewal.at, { kind: 'date' }), count: renewal.times })}
          {renewal.afterwards && ` ${t('sum.then', { amount: say(renewal.afterwards.amount), date: formatTime(renewal.afterwards.at, { kind: 'date' }) })}`}
        </p>
      )}
    </div>
  )
}

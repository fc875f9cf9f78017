/** The checkout as a phone will show it, while it is written. */
import { formatMoney } from '@atrium/sdk'
import { useLocale, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import type { Draft, PriceDraft } from './draft.ts'
import { leastOf } from '../../../contract/cheapest.ts'
import { headingOf } from '../../../contract/opens.ts'
import { PriceChoice } from '../PriceChoice.tsx'

export function Phone({ draft }: { draft: Draft }) {
  const t = useT()
  const locale = useLocale()
  const [chosen, setChosen] = useState<string | null>(null)
  const amount = (cents: number) => (Number.isNaN(cents) ? '…' : formatMoney(locale, cents, draft.currency, true))
  const nameOf = (price: PriceDraft) => (price.seats_min === null ? plain(price) : t('price.seat', { price: plain(price) }))
  const isTicket = draft.opens.length > 0 && draft.opens.every(({ kind }) => kind === 'event')
  const plain = (price: PriceDraft) =>
    price.is_custom_amount
      ? t('phone.from', { amount: amount(price.amount_in_cents) })
      : price.price_type === 'onetime'
        ? price.amount_in_cents === 0
          ? t('phone.free')
          : t(isTicket ? 'phone.ticket' : 'phone.once', { amount: amount(price.amount_in_cents) })
        : price.price_type === 'installments'
          ? `${price.installments_count ?? 1} × ${amount(Math.round(price.amount_in_cents / (price.installments_count ?? 1)))}`
          : `${amount(price.amount_in_cents)} ${t(`phone.${price.interval ?? 'monthly'}`)}`
  const prices = draft.prices.map((price, i) => ({ id: i, name: price.name, note: price.note, trial_days: price.trial_days, display_name: nameOf(price) }))
  const price = draft.prices.find(({ key }) => key === chosen) ?? leastOf(draft.prices)
  const due =
    price && price.trial_days > 0
      ? price.upfront_payment_amount_in_cents
      : price
        ? price.amount_in_cents * (price.seats_min ?? 1) + (price.price_type === 'subscription' ? price.upfront_payment_amount_in_cents : 0)
        : 0
  return (
    <aside className="desk:sticky desk:top-20" aria-label={t('phone.title')}>
      <p className="mb-2 flex items-center gap-2 font-medium">
        <i className="size-2 rounded-full bg-success-solid" /> {t('phone.title')}
      </p>
      <div className="overflow-hidden rounded-[36px] border-[8px] border-strong bg-bg">
        {draft.cover_url && <img src={draft.cover_url} alt="" className="aspect-[1.78] w-full object-cover" />}
        <div className="grid gap-3 p-4">
          <div>
            <p className="text-20 font-semibold">{t(headingOf(draft), { name: draft.display_name || draft.name || '…' })}</p>
            {draft.description && <p className="mt-1 text-text-2">{draft.description}</p>}
          </div>
          {prices.length > 0 ? (
            <PriceChoice
              name="phone-price"
              prices={prices}
              value={price ? draft.prices.indexOf(price) : 0}
              onChange={(at) => setChosen(draft.prices[at]!.key)}
            />
          ) : (
            <p className="text-text-2">{t('prices.none')}</p>
          )}
          {price && (
            <>
              <p className="flex justify-between border-t pt-3 font-medium">
                <span>{t('sum.today')}</span> <span className="tabular-nums">{amount(due)}</span>
              </p>
              <span className="rounded-card bg-brand py-3 text-center font-medium text-on-brand">
                {due === 0 ? t(price.trial_days > 0 ? 'order.trial' : 'order.free') : t('order.pay', { amount: amount(due) })}
              </span>
            </>
          )}
        </div>
      </div>
    </aside>
  )
}

/** The prices of a paywall in their order; the lowest is chosen for the visitor. */
import { writeMoney } from '@atrium/sdk'
import { Button, Card, Checkbox, cx, Field, IconButton, Input, Note, Select, Sortable, useT } from '@atrium/sdk/web'
import { leastOf } from '../../../contract/cheapest.ts'
import { Amount } from './Amount.tsx'
import type { PriceDraft } from './draft.ts'
import { PriceMore } from './PriceMore.tsx'
import { useState } from 'react'

const NEW: Omit<PriceDraft, 'key'> = {
  name: '',
  note: '',
  price_type: 'subscription',
  amount_in_cents: 1400,
  interval: 'monthly',
  interval_count: 1,
  installments_count: null,
  upfront_payment_amount_in_cents: 0,
  is_custom_amount: false,
  suggested_amount_in_cents: null,
  trial_days: 0,
  trial_requires_card: true,
  seats_min: null,
  seats_max: null,
  regions: [],
}

interface PricesProps {
  prices: PriceDraft[]
  currency: string
  errors: Record<string, string | undefined>
  isSold: boolean
  onChange: (prices: PriceDraft[]) => void
}
export function Prices({ prices, currency, errors, isSold, onChange }: PricesProps) {
  const t = useT()
  const [open, setOpen] = useState<string | null>(null)
  const least = leastOf(prices)
  const change = (key: string, next: Partial<PriceDraft>) => onChange(prices.map((price) => (price.key === key ? { ...price, ...next } : price)))
  const add = () => {
    const key = `new-${Date.now()}`
    onChange([...prices, { ...NEW, key }])
    setOpen(key)
  }
  return (
    <Card>
      <div className="flex flex-wrap items-start gap-3 p-4 desk:px-5">
        <div className="min-w-0 flex-1">
          <h2 className="text-17">{t('prices.title')}</h2>
          <p className="text-13 text-text-2">{t('prices.text')}</p>
        </div>
        <Button icon="plus" size="sm" onClick={add}>
          {t('prices.add')}
        </Button>
      </div>
      {errors['paywall.prices'] && <p className="px-4 pb-3 text-13 text-danger desk:px-5">{errors['paywall.prices']}</p>}
      {prices.length > 0 && (
        <Sortable
          items={prices}
          itemKey={({ key }) => key}
          nameOf={(price) => price.name || price.display_name || t(`prices.${price.price_type}`)}
          label={t('prices.title')}
          onMove={(items) => onChange(items)}
        >
          {(price, { grip }) => {
            const place = prices.indexOf(price)
            const at = (field: string) => errors[`paywall.prices.${place}.${field}`]
            const wrong = Object.keys(errors).some((key) => key.startsWith(`paywall.prices.${place}.`))
            const isOpen = open === price.key || wrong
            return (
              <div className="border-t bg-surface">
                <div className="flex items-center gap-3 px-4 py-3 desk:px-5">
                  {grip}
                  <button type="button" className="min-w-0 flex-1 text-start" aria-expanded={isOpen} onClick={() => setOpen(isOpen ? null : price.key)}>
                    <span className="block font-medium">
                      {price.name || t(`prices.${price.price_type}`)}{' '}
                      {price === least && <span className="ms-1 text-12 font-normal text-text-3">{t('prices.first')}</span>}
                    </span>
                    <span className="text-13 text-text-2">
                      {[
                        !Number.isNaN(price.amount_in_cents) && `${writeMoney(price.amount_in_cents, currency, true)} ${currency.toUpperCase()}`,
                        price.interval && price.price_type !== 'onetime' && t(`prices.interval.${price.interval}`),
                        price.active_count ? t('prices.active', { count: price.active_count }) : null,
                      ]
                        .filter(Boolean)
                        .join(', ')}
                    </span>
                  </button>
                  <IconButton icon={isOpen ? 'chevron-up' : 'pencil'} label={t('prices.edit')} onClick={() => setOpen(isOpen ? null : price.key)} />
                  <IconButton icon="trash-2" label={t('prices.remove')} onClick={() => onChange(prices.filter(({ key }) => key !== price.key))} />
                </div>
                {isOpen && <One price={price} currency={currency} at={at} change={(next) => change(price.key, next)} />}
              </div>
            )
          }}
        </Sortable>
      )}
      {prices.length === 0 && <p className="border-t px-4 py-6 text-center text-text-2">{t('prices.none')}</p>}
      {isSold && <Note className="m-4">{t('prices.sold')}</Note>}
    </Card>
  )
}

function One({
  price,
  currency,
  at,
  change,
}: {
  price: PriceDraft
  currency: string
  at: (field: string) => string | undefined
  change: (next: Partial<PriceDraft>) => void
}) {
  const t = useT()
  const recurring = price.price_type !== 'onetime'
  const type = (price_type: PriceDraft['price_type']) =>
    change({
      price_type,
      interval: price_type === 'onetime' ? null : (price.interval ?? 'monthly'),
      interval_count: price_type === 'onetime' ? null : (price.interval_count ?? 1),
      installments_count: price_type === 'installments' ? (price.installments_count ?? 3) : null,
      trial_days: price_type === 'subscription' ? price.trial_days : 0,
      is_custom_amount: price_type === 'installments' ? false : price.is_custom_amount,
      ...(price_type === 'installments' && { seats_min: null, seats_max: null }),
    })
  const whole = (text: string, least: number) => Math.max(least, Math.floor(Number(text) || least))
  return (
    <div className={cx('grid gap-4 px-4 pb-5 desk:grid-cols-2 desk:px-5')}>
      <Field label={t('prices.type')} error={at('price_type')}>
        <Select
          value={price.price_type}
          onChange={(event) => type(event.target.value as PriceDraft['price_type'])}
          options={(['subscription', 'onetime', 'installments'] as const).map((value) => ({ value, label: t(`prices.${value}`) }))}
        />
      </Field>
      <Amount
        key={currency}
        label={t(price.price_type === 'installments' ? 'prices.whole' : price.is_custom_amount ? 'prices.least' : 'prices.amount')}
        value={price.amount_in_cents}
        currency={currency}
        error={at('amount_in_cents')}
        onChange={(amount_in_cents) => change({ amount_in_cents })}
      />
      {recurring && (
        <>
          <Field label={t('prices.interval')} error={at('interval')}>
            <Select
              value={price.interval ?? 'monthly'}
              onChange={(event) => change({ interval: event.target.value as PriceDraft['interval'] })}
              options={(['daily', 'weekly', 'monthly', 'yearly'] as const).map((value) => ({ value, label: t(`prices.interval.${value}`) }))}
            />
          </Field>
          <Field label={t('prices.count')} error={at('interval_count')}>
            <Input
              type="number"
              min={1}
              max={52}
              value={price.interval_count ?? 1}
              onChange={(event) => change({ interval_count: whole(event.target.value, 1) })}
            />
          </Field>
          {price.price_type === 'installments' && (
            <Field label={t('prices.parts')} error={at('installments_count')}>
              <Input
                type="number"
                min={2}
                max={36}
                value={price.installments_count ?? 3}
                onChange={(event) => change({ installments_count: whole(event.target.value, 2) })}
              />
            </Field>
          )}
          <Amount
            key={`up-${currency}`}
            label={t('prices.upfront')}
            value={price.upfront_payment_amount_in_cents}
            currency={currency}
            error={at('upfront_payment_amount_in_cents')}
            onChange={(cents) => change({ upfront_payment_amount_in_cents: Number.isNaN(cents) ? 0 : cents })}
          />
        </>
      )}
      <Field label={t('prices.name')} help={t('prices.nameHelp')} error={at('name')}>
        <Input value={price.name} maxLength={120} onChange={(event) => change({ name: event.target.value })} />
      </Field>
      <Field label={t('prices.note')} error={at('note')}>
        <Input value={price.note} maxLength={200} onChange={(event) => change({ note: event.target.value })} />
      </Field>
      {price.price_type === 'subscription' && (
        <div className="grid gap-2">
          <Field label={t('prices.trial')} error={at('trial_days')}>
            <Input type="number" min={0} max={730} value={price.trial_days} onChange={(event) => change({ trial_days: whole(event.target.value, 0) })} />
          </Field>
          {price.trial_days > 0 && (
            <Checkbox label={t('prices.trialCard')} checked={price.trial_requires_card} onChange={(trial_requires_card) => change({ trial_requires_card })} />
          )}
        </div>
      )}
      {price.price_type !== 'installments' && (
        <Checkbox
          label={t('prices.custom')}
          checked={price.is_custom_amount}
          onChange={(is_custom_amount) =>
            change({ is_custom_amount, suggested_amount_in_cents: null, ...(is_custom_amount && { seats_min: null, seats_max: null, regions: [] }) })
          }
        />
      )}
      <PriceMore price={price} currency={currency} at={at} change={change} />
    </div>
  )
}

/** What a price may be besides: sold by the seat, and another amount for buyers of some countries. */
import { Button, Checkbox, Chip, Field, Icon, IconButton, Input, Select, useLocale, useT } from '@atrium/sdk/web'
import { useMemo } from 'react'
import { CURRENCIES, countries } from '../money.ts'
import { Amount } from './Amount.tsx'
import type { PriceDraft } from './draft.ts'

interface MoreProps {
  price: PriceDraft
  currency: string
  at: (field: string) => string | undefined
  change: (next: Partial<PriceDraft>) => void
}

export function PriceMore(props: MoreProps) {
  const { price } = props
  const isFixed = price.price_type !== 'installments' && !price.is_custom_amount
  return (
    <div className="grid gap-4 desk:col-span-2">
      {isFixed && <Seats {...props} />}
      {!price.is_custom_amount && price.upfront_payment_amount_in_cents === 0 && <Regions {...props} />}
    </div>
  )
}

function Seats({ price, at, change }: MoreProps) {
  const t = useT()
  const isBySeat = price.seats_min !== null
  const whole = (text: string) => Math.max(1, Math.min(1000, Math.floor(Number(text) || 1)))
  return (
    <div className="grid gap-3">
      <Checkbox
        label={t('prices.seats')}
        checked={isBySeat}
        onChange={(on) => change(on ? { seats_min: 2, seats_max: 20 } : { seats_min: null, seats_max: null })}
      />
      {isBySeat && (
        <div className="grid grid-cols-2 gap-4">
          <Field label={t('prices.seatsMin')} error={at('seats_min')}>
            <Input type="number" min={1} max={1000} value={price.seats_min ?? 1} onChange={(event) => change({ seats_min: whole(event.target.value) })} />
          </Field>
          <Field label={t('prices.seatsMax')} error={at('seats_max')}>
            <Input type="number" min={1} max={1000} value={price.seats_max ?? 1} onChange={(event) => change({ seats_max: whole(event.target.value) })} />
          </Field>
        </div>
      )}
    </div>
  )
}

function Regions({ price, currency, at, change }: MoreProps) {
  const t = useT()
  const locale = useLocale()
  const all = useMemo(() => countries(locale), [locale])
  const nameOf = new Map(all.map(({ value, label }) => [value, label]))
  const taken = new Set(price.regions.flatMap((region) => region.countries))
  const set = (i: number, next: Partial<PriceDraft['regions'][number]>) =>
    change({ regions: price.regions.map((region, place) => (place === i ? { ...region, ...next } : region)) })
  return (
    <section className="grid gap-3">
      <header className="flex flex-wrap items-start gap-3">
        <div className="min-w-0 flex-1">
          <h3 className="font-medium">{t('prices.regions')}</h3>
          <p className="text-13 text-text-2">{t('prices.regionsText')}</p>
        </div>
        <Button
          size="sm"
          icon="globe"
          onClick={() => change({ regions: [...price.regions, { countries: [], currency, amount_in_cents: price.amount_in_cents }] })}
        >
          {t('prices.addRegion')}
        </Button>
      </header>
      {at('regions') && <p className="text-13 text-danger">{at('regions')}</p>}
      {price.regions.map((region, i) => (
        <div key={i} className="grid gap-3 rounded-card border p-3">
          <div className="flex items-start gap-3">
            <div className="min-w-0 flex-1">
              <Field label={t('prices.countries')} error={at(`regions.${i}.countries`)}>
                <Select
                  value=""
                  onChange={(event) => event.target.value && set(i, { countries: [...region.countries, event.target.value] })}
                  options={[{ value: '', label: t('prices.addCountry') }, ...all.filter(({ value }) => !taken.has(value))]}
                />
              </Field>
            </div>
            <IconButton icon="trash-2" label={t('prices.removeRegion')} onClick={() => change({ regions: price.regions.filter((_, place) => place !== i) })} />
          </div>
          {region.countries.length > 0 && (
            <p className="flex flex-wrap gap-1.5">
              {region.countries.map((code) => (
                <Chip
                  key={code}
                  size="sm"
                  aria-label={t('prices.removeCountry', { name: nameOf.get(code) ?? code })}
                  onClick={() => set(i, { countries: region.countries.filter((one) => one !== code) })}
                >
                  {nameOf.get(code) ?? code} <Icon name="x" size="sm" />
                </Chip>
              ))}
            </p>
          )}
          <div className="grid gap-3 desk:grid-cols-2">
            <Field label={t('editor.currency')} error={at(`regions.${i}.currency`)}>
              <Select
                value={region.currency}
                onChange={(event) => set(i, { currency: event.target.value })}
                options={CURRENCIES.map((code) => ({ value: code, label: code.toUpperCase() }))}
              />
            </Field>
            <Amount
              key={region.currency}
              label={t('prices.amount')}
              value={region.amount_in_cents}
              currency={region.currency}
              error={at(`regions.${i}.amount_in_cents`)}
              onChange={(amount_in_cents) => set(i, { amount_in_cents })}
            />
          </div>
        </div>
      ))}
    </section>
  )
}

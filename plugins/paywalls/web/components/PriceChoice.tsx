/** The prices of a paywall to choose from, as the checkout and the editor's phone show them. */
import { cx, useT } from '@atrium/sdk/web'
import type { PaywallCard } from '../../contract.ts'

export type CardPrice = Pick<PaywallCard['prices'][number], 'id' | 'name' | 'display_name' | 'note' | 'trial_days'>

export function PriceChoice({
  prices,
  value,
  onChange,
  name = 'price',
}: {
  prices: readonly CardPrice[]
  value: number
  onChange: (id: number) => void
  name?: string
}) {
  const t = useT()
  return (
    <fieldset className="grid gap-2">
      <legend className="sr-only">{t('checkout.prices')}</legend>
      {prices.map((price) => (
        <label
          key={price.id}
          className={cx(
            'flex cursor-pointer items-start gap-3 rounded-card border p-3.5 transition-colors',
            value === price.id ? 'border-brand bg-brand-soft' : 'border-border hover:bg-hover',
          )}
        >
          <input type="radio" name={name} className="mt-1 accent-brand" checked={value === price.id} onChange={() => onChange(price.id)} />
          <span className="min-w-0 flex-1">
            <span className="block font-medium">{price.name || price.display_name}</span>
            {price.note && <span className="block text-13 text-text-2">{price.note}</span>}
            {price.trial_days > 0 && <span className="block text-13 text-text-2">{t('checkout.trial', { count: price.trial_days })}</span>}
          </span>
          {price.name && <span className="text-end font-medium whitespace-nowrap tabular-nums">{price.display_name}</span>}
        </label>
      ))}
    </fieldset>
  )
}

/** What sells a thing by now, with the way to its editor; and the amount and currency of a first price. */
import { Badge, Field, LinkButton, Select, Skeleton, useSession, useT } from '@atrium/sdk/web'
import type { PaywallCard } from '../../../contract.ts'
import { Amount } from '../editor/Amount.tsx'
import { CURRENCIES } from '../money.ts'
import { BILLED, type FirstPrice } from './price.ts'

export function SoldBy({ cards }: { cards: readonly PaywallCard[] }) {
  const t = useT()
  const { can } = useSession()
  return (
    <ul className="grid gap-2">
      {cards.map(({ id, name, prices }) => (
        <li key={id} className="flex flex-wrap items-center gap-2" data-paywall={id}>
          <span className="min-w-0 flex-1 basis-40">
            <span className="block font-medium wrap-anywhere">{name}</span>
            <span className="mt-1 flex flex-wrap gap-1.5">
              {prices.map((price) => (
                <Badge key={price.id} tone="line">
                  {price.display_name}
                </Badge>
              ))}
            </span>
          </span>
          {can('paywalls.manage') && (
            <LinkButton size="sm" to={`/settings/paywalls/${id}`}>
              {t('selling.edit')}
            </LinkButton>
          )}
        </li>
      ))}
    </ul>
  )
}

interface FirstPriceProps {
  value: FirstPrice
  /** A ticket is paid once. */
  recurs: boolean
  error?: string
  onChange: (value: FirstPrice) => void
}
export function FirstPriceFields({ value, recurs, error, onChange }: FirstPriceProps) {
  const t = useT()
  const { currency } = value
  if (currency === null) return <Skeleton w="100%" h={64} />
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      <Amount
        key={currency}
        label={t('selling.amount')}
        value={value.amount}
        currency={currency}
        error={error}
        aboveZero
        bare
        onChange={(amount) => onChange({ ...value, amount })}
      />
      <Field label={t('editor.currency')}>
        <Select
          value={currency}
          onChange={({ target }) => onChange({ ...value, currency: target.value })}
          options={CURRENCIES.map((code) => ({ value: code, label: code.toUpperCase() }))}
        />
      </Field>
      {recurs && (
        <Field label={t('selling.billed')}>
          <Select
            value={value.billed}
            onChange={({ target }) => onChange({ ...value, billed: target.value as FirstPrice['billed'] })}
            options={BILLED.map((billed) => ({ value: billed, label: t(`selling.billed.${billed}`) }))}
          />
        </Field>
      )}
    </div>
  )
}

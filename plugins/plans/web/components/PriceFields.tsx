/** Prices of a plan or an add-on as the owner types them: a row for each currency, with a month and a year. */
import { parseMoney, writeMoney } from '@atrium/sdk'
import { Button, Field, IconButton, Input } from '@atrium/sdk/web'
import { useState } from 'react'
import { CYCLES, type Price } from '../../contract.ts'
import { usePlanWords } from './words.ts'

interface Row {
  key: number
  currency: string
  monthly: string
  yearly: string
}
const isCurrency = (text: string) => /^[a-z]{3}$/.test(text)

export function usePrices(prices: Price[]) {
  const [rows, setRows] = useState<Row[]>(() => {
    const known = [...new Set(prices.map(({ currency }) => currency))]
    const written = (currency: string, cycle: string) => {
      const found = prices.find((price) => price.currency === currency && price.billing_cycle === cycle)
      return found ? writeMoney(found.amount, currency) : ''
    }
    return (known.length ? known : ['eur']).map((currency, key) => ({
      ...{ key, currency, monthly: written(currency, 'monthly'), yearly: written(currency, 'yearly') },
    }))
  })
  /** Null where something typed is no sum. */
  const read = (): Price[] | null => {
    const all: Price[] = []
    for (const row of rows)
      for (const cycle of CYCLES) {
        const currency = row.currency.trim().toLowerCase()
        if (row[cycle].trim() === '') continue
        const amount = isCurrency(currency) ? parseMoney(row[cycle], currency) : null
        if (amount === null) return null
        all.push({ billing_cycle: cycle, currency, amount })
      }
    return all
  }
  return { rows, setRows, read }
}

export function PriceFields({ rows, setRows, error }: Omit<ReturnType<typeof usePrices>, 'read'> & { error?: string }) {
  const { t } = usePlanWords()
  const set = (key: number, change: Partial<Row>) => setRows(rows.map((row) => (row.key === key ? { ...row, ...change } : row)))
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-medium">{t('edit.prices')}</legend>
      {rows.map((row, place) => (
        <div key={row.key} className="grid grid-cols-[88px_1fr_1fr_auto] items-end gap-2">
          <Field label={t('currency')} hideLabel={place > 0}>
            <Input value={row.currency} maxLength={3} onChange={(event) => set(row.key, { currency: event.target.value.toLowerCase() })} />
          </Field>
          <Field label={t('edit.monthly')} hideLabel={place > 0}>
            <Input inputMode="decimal" value={row.monthly} onChange={(event) => set(row.key, { monthly: event.target.value })} />
          </Field>
          <Field label={t('edit.yearly')} hideLabel={place > 0}>
            <Input inputMode="decimal" value={row.yearly} onChange={(event) => set(row.key, { yearly: event.target.value })} />
          </Field>
          <IconButton
            icon="trash-2"
            label={t('edit.remove_currency', { currency: row.currency.toUpperCase() })}
            onClick={() => setRows(rows.filter((one) => one !== row))}
          />
        </div>
      ))}
      {error && (
        <p role="alert" className="text-13 text-danger">
          {error}
        </p>
      )}
      <Button
        icon="plus"
        className="justify-self-start"
        onClick={() => setRows([...rows, { key: Math.max(-1, ...rows.map(({ key }) => key)) + 1, currency: '', monthly: '', yearly: '' }])}
      >
        {t('edit.add_currency')}
      </Button>
    </fieldset>
  )
}

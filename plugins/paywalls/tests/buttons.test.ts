/** What a button that buys says, by the price it leads to, in both languages. */
import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { buttonOf, leastOf } from '../contract/cheapest.ts'

const wordsOf = (locale: string): Record<string, string> => JSON.parse(readFileSync(new URL(`../locales/${locale}.json`, import.meta.url), 'utf8'))
const sayIn = (locale: string) => (key: string, values: Record<string, string | number>) => {
  const words = wordsOf(locale)
  const text = words[`${key}_${values['count'] === 1 ? 'one' : 'other'}`] ?? words[key] ?? key
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]))
}
const monthly = {
  ...{ price_type: 'subscription' as const, amount_in_cents: 1400, currency: 'eur', interval: 'monthly' as const, interval_count: 1, trial_days: 0 },
  ...{ is_custom_amount: false, seats_min: null as number | null, display_name: '€14 a month' },
}
const once = { ...monthly, price_type: 'onetime' as const, amount_in_cents: 4900, interval: null, interval_count: null, display_name: '€49 one-time' }

describe('buttons that buy', () => {
  const said = (price: Parameters<typeof buttonOf>[2]) => ['en-US', 'pt-BR'].map((locale) => buttonOf(sayIn(locale), locale, price).replace(/\u00a0/g, ' '))

  it('name the kind of price and what it is; only what is free is joined', () => {
    expect(said(monthly)).to.deep.equal(['Get access – €14/month', 'Assinar – € 14/mês'])
    expect(said(once)).to.deep.equal(['Buy – €49', 'Comprar – € 49'])
    expect(said({ ...monthly, trial_days: 7 })).to.deep.equal(['Start 7-day trial', 'Começar teste de 7 dias'])
    expect(said({ ...once, amount_in_cents: 0 })).to.deep.equal(['Join for free', 'Participar grátis'])
    // what is no plain sum is named as its price is
    expect(said({ ...monthly, interval_count: 3, display_name: '€14 every 3 months' })[0]).to.equal('Get access – €14 every 3 months')
    expect(said({ ...monthly, seats_min: 2, display_name: '€14 a month per seat' })[0]).to.equal('Get access – €14 a month per seat')
    expect(said({ ...once, is_custom_amount: true, amount_in_cents: 500, display_name: 'from €5' })[0]).to.equal('Buy – from €5')
  })

  it('lead to the lowest price for one person, the first of equals', () => {
    const price = (id: number, amount_in_cents: number, seats_min: number | null = null) => ({ id, amount_in_cents, seats_min })
    expect(leastOf([price(1, 14_400), price(2, 1400), price(3, 900, 3), price(4, 1400)])?.id).to.equal(2)
    expect(leastOf([price(1, 900, 3), price(2, 800, 5)])?.id).to.equal(2)
    expect(leastOf([])).to.equal(undefined)
  })
})

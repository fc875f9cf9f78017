/** Currencies that payment services commonly take; names come from the reader's language. */
import { decimalsOf } from '@atrium/sdk'

const CODES =
  'AED ARS AUD BGN BRL CAD CHF CLP CNY COP CRC CZK DKK DOP EGP EUR GBP GTQ HKD HUF IDR ILS INR ISK JPY KES KRW KZT MAD MXN MYR NGN NOK NZD PEN PHP PKR PLN PYG QAR RON RSD SAR SEK SGD THB TRY TWD TZS UAH UGX USD UYU VND XAF XOF ZAR'

export function currencies(locale: string) {
  const names = new Intl.DisplayNames(locale, { type: 'currency' })
  return CODES.split(' ').map((code) => {
    const format = new Intl.NumberFormat(locale, { style: 'currency', currency: code })
    return {
      code,
      name: names.of(code) ?? code,
      symbol: format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? code,
      minor_units: decimalsOf(code),
    }
  })
}

/** Money and countries as the reader's language writes them. */
import { decimalsOf } from '@atrium/sdk'

/** The shortest way to write what moves much: "€2.3K". */
export const brief = (locale: string, amount: number, currency: string): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency: currency.toUpperCase(), notation: 'compact', maximumFractionDigits: 1 }).format(
    amount / 10 ** decimalsOf(currency),
  )
export const CURRENCIES = [
  'eur',
  'usd',
  'gbp',
  'brl',
  'cad',
  'aud',
  'chf',
  'sek',
  'nok',
  'dkk',
  'pln',
  'czk',
  'jpy',
  'mxn',
  'inr',
  'zar',
  'nzd',
  'sgd',
] as const

const CODES =
  'AD AE AF AG AL AM AO AR AT AU AZ BA BB BD BE BF BG BH BI BJ BN BO BR BS BT BW BY BZ CA CD CF CG CH CI CL CM CN CO CR CU CV CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FM FR GA GB GD GE GH GM GN GQ GR GT GW GY HK HN HR HT HU ID IE IL IN IQ IR IS IT JM JO JP KE KG KH KI KM KN KP KR KW KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MG MH MK ML MM MN MO MR MT MU MV MW MX MY MZ NA NE NG NI NL NO NP NR NZ OM PA PE PG PH PK PL PR PS PT PW PY QA RO RS RU RW SA SB SC SD SE SG SI SK SL SM SN SO SR SS ST SV SY SZ TD TG TH TJ TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VN VU WS YE ZA ZM ZW'.split(
    ' ',
  )
export function countries(locale: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames([locale], { type: 'region' })
  return CODES.map((code) => ({ value: code, label: names.of(code) ?? code })).toSorted((one, other) => one.label.localeCompare(other.label, locale))
}

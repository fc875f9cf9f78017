/** Which tax a sale bears: by the seller's settings, the buyer's country and tax id. */
import type { Ctx } from '@atrium/sdk/server'
import { checkVAT, countries } from 'jsvat'
import contract from '../../../contract.ts'

/** Standard rates in hundredths of a percent; settings may say otherwise for each country. */
const EU: Record<string, number> = {
  AT: 2000,
  BE: 2100,
  BG: 2000,
  HR: 2500,
  CY: 1900,
  CZ: 2100,
  DK: 2500,
  EE: 2400,
  FI: 2550,
  FR: 2000,
  DE: 1900,
  GR: 2400,
  HU: 2700,
  IE: 2300,
  IT: 2200,
  LV: 2100,
  LT: 2100,
  LU: 1700,
  MT: 1800,
  NL: 2100,
  PL: 2300,
  PT: 2300,
  RO: 2100,
  SK: 2300,
  SI: 2200,
  ES: 2100,
  SE: 2500,
}
const ELSEWHERE: Record<string, number> = { NO: 2500, CH: 810, GB: 2000 }
/** Prices there are said without tax. */
const EXCLUSIVE = new Set(['usd', 'cad'])

export interface Taxed {
  rate: number
  behavior: 'exclusive' | 'inclusive'
  reverseCharge: boolean
  /** What a price that includes tax had included, where none is owed. */
  included: number
}

/**
 * A tax id in the form of its register, by form and check digits: with the country in front, Greek ones with EL, those of Northern Ireland as British
 * ones. Whether it is registered is asked in the background (taxIds.ts).
 * @returns null for what is none of this country
 */
export function readTaxId(text: string, country: string): string | null {
  const clean = text.toUpperCase().replace(/[^A-Z0-9]/g, '')
  const prefix = country === 'GR' ? 'EL' : country
  const bare = clean.replace(country === 'GB' ? /^(GB|XI)/ : new RegExp(`^(${country}|${prefix})`), '')
  const found = [`${prefix}${bare}`, clean].find((id) => {
    const { isValid, country: of } = checkVAT(id, countries)
    return isValid && of?.isoCode.short === country
  })
  return found ?? null
}
/** Whether the EU keeps a register of a country's tax ids. */
export const isInRegister = (country: string): boolean => country in EU
/** Whether what somebody gave as a tax id is none of their country, where ids have a form that we know. */
export const isWrongTaxId = (ctx: Ctx, text: string | null, country: string | null): boolean =>
  Boolean(ctx.settings(contract).tax_enabled && text?.trim() && country && (country in EU || country === 'GB') && readTaxId(text, country) === null)

export function taxOf(ctx: Ctx, sale: { behavior: string | null; currency: string; country: string | null; taxId: string | null }): Taxed {
  const { tax_enabled, tax_behavior, tax_country: seller, tax_rates } = ctx.settings(contract)
  const wanted = sale.behavior ?? tax_behavior
  const behavior = wanted === 'inferred_by_currency' ? (EXCLUSIVE.has(sale.currency) ? 'exclusive' : 'inclusive') : (wanted as 'exclusive' | 'inclusive')
  const none = { rate: 0, behavior, reverseCharge: false, included: 0 }
  const buyer = sale.country ?? seller
  if (!tax_enabled || !buyer) return none
  const own = tax_rates.find(({ country }) => country === buyer)?.rate
  const rate = own ?? (seller in EU ? (EU[buyer] ?? 0) : buyer === seller ? (ELSEWHERE[buyer] ?? 0) : 0)
  const isBusiness = sale.taxId !== null && readTaxId(sale.taxId, buyer) !== null
  if (isBusiness && seller in EU && buyer in EU && buyer !== seller) return { rate: 0, behavior, reverseCharge: true, included: rate }
  return { ...none, rate }
}

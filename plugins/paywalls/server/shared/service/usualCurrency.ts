/** The currency in which something new is sold, where nobody says another. */
import type { Ctx } from '@atrium/sdk/server'
import contract from '../../../contract.ts'

/** Countries whose money can be chosen, and is not the euro. */
const OF_COUNTRY: Record<string, string> = {
  ...{ US: 'usd', GB: 'gbp', BR: 'brl', CA: 'cad', AU: 'aud', CH: 'chf', LI: 'chf', SE: 'sek', NO: 'nok', DK: 'dkk', PL: 'pln', CZ: 'czk' },
  ...{ JP: 'jpy', MX: 'mxn', IN: 'inr', ZA: 'zar', NZ: 'nzd', SG: 'sgd' },
}

/** That of the newest paywall; before there is one, that of the country where the seller is at home, or whose language is spoken here. */
export async function usualCurrency(ctx: Ctx): Promise<string> {
  const [newest] = await ctx.sql<{ currency: string }>('select currency from paywalls.paywall where community_id = $1 order by id desc limit 1')
  const country = ctx.settings(contract).tax_country || new Intl.Locale(ctx.community.locale).region
  return newest?.currency ?? OF_COUNTRY[country ?? ''] ?? 'eur'
}

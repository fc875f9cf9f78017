/** What may be sold in. */

/** The usual ones first; Stripe charges in all of them. */
export const CURRENCIES = 'usd eur gbp brl cad aud chf sek nok dkk pln czk huf ron jpy mxn ars clp cop inr sgd hkd nzd zar ils try krw thb php idr myr'.split(
  ' ',
)

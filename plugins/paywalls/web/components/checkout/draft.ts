/** What the form of an order begins with: what was chosen before, where the buyer comes back to it, else what is known of them. */
import { type RouteReply, writeMoney } from '@atrium/sdk'
import type contract from '../../../contract.ts'
import { leastOf } from '../../../contract/cheapest.ts'
import type { GiftDraft } from './gift.ts'
import { NO_GIFT } from './gift.ts'

type Routes = (typeof contract)['routes']
export type Prepared = RouteReply<Routes['prepare']>
export type Session = RouteReply<Routes['session']>

export interface OrderDraft {
  /** The checkout that goes on; null: the next press begins one. */
  uid: string | null
  priceId: number
  coupon: string | null
  /** As typed, of a price whose amount the buyer sets. */
  custom: string
  country: string
  isBusiness: boolean
  business: { business_name: string; tax_id: string; address: string }
  seats: number | null
  gift: GiftDraft | null
  bump: boolean
  email: string
  name: string
}
/** @param giving for somebody else: the buyer has it */
export function draftOf(
  { paywall, details, coupon, price_id }: Pick<Prepared, 'paywall' | 'details' | 'coupon' | 'price_id'>,
  session: Session | null,
  giving: boolean,
): OrderDraft {
  const offered = giving ? paywall.prices.filter(({ is_giftable }) => is_giftable) : paywall.prices
  const opened = offered.find(({ id }) => id === price_id) ?? leastOf(offered)!
  const { business_name, tax_id, address } = details
  const fresh: OrderDraft = {
    ...{ uid: null, priceId: opened.id, coupon: coupon?.code ?? null, custom: '', country: details.country, isBusiness: tax_id !== '' },
    ...{ business: { business_name, tax_id, address }, seats: null, gift: giving ? NO_GIFT : null, bump: false, email: '', name: '' },
  }
  if (!session) return fresh
  const price = offered.find(({ id }) => id === session.price_id)
  const said = { business_name: session.business_name, tax_id: session.tax_id ?? '', address: session.address }
  const isBusiness = said.tax_id !== '' || said.business_name !== ''
  return {
    uid: session.status === 'prepared' ? session.id : null,
    // what is not sold any more is chosen anew
    priceId: price?.id ?? fresh.priceId,
    coupon: session.coupon_code,
    custom: price?.is_custom_amount && session.custom_amount !== null ? writeMoney(session.custom_amount, price.currency, true) : '',
    country: session.country ?? fresh.country,
    isBusiness,
    business: isBusiness ? said : fresh.business,
    seats: session.seats,
    gift: session.gift ? { ...session.gift, send_on: session.gift.send_on ?? '' } : fresh.gift,
    bump: session.has_bump,
    email: session.email ?? '',
    name: session.name,
  }
}

/** Paths of what is sold: products, prices, coupons. */
import { couponFor } from '../checkout.ts'
import { requestError } from '../forms.ts'
import * as params from '../params.ts'
import * as make from '../things.ts'
import { type Endpoint, find, merge, readable } from './common.ts'

export const catalogue: Endpoint[] = [
  ...readable('product', 'products'),
  ['POST', '/products', params.product, async (store, { input, at }) => store.put(make.makeProduct(at, input))],
  [
    'POST',
    '/products/:id',
    params.productChange,
    async (store, { ids, input }) => {
      const product = await find(store, 'product', ids[0]!)
      merge(product, input, ['active', 'description', 'name', 'tax_code'])
      return store.put(product)
    },
  ],
  ...readable('price', 'prices', 'product'),
  [
    'POST',
    '/prices',
    params.price,
    async (store, { input, at }) => {
      const product = input.product
        ? await find(store, 'product', input.product, 'product')
        : store.put(make.makeProduct(at, input.product_data ?? { name: 'Product' }))
      return store.put(make.makePrice(at, input, product.id))
    },
  ],
  [
    'POST',
    '/prices/:id',
    params.priceChange,
    async (store, { ids, input }) => {
      const price = await find(store, 'price', ids[0]!)
      merge(price, input, ['active', 'nickname'])
      return store.put(price)
    },
  ],
  ...readable('coupon', 'coupons'),
  [
    'POST',
    '/coupons',
    params.coupon,
    async (store, { input, at }) => {
      if ((input.percent_off === undefined) === (input.amount_off === undefined)) throw requestError('You must pass exactly one of percent_off and amount_off.')
      if (input.amount_off !== undefined && !input.currency) throw requestError('You must pass currency when passing amount_off', { param: 'currency' })
      if (input.duration === 'repeating' && !input.duration_in_months)
        throw requestError('Missing required param: duration_in_months.', { code: 'parameter_missing', param: 'duration_in_months' })
      return store.put(make.makeCoupon(at, input))
    },
  ],
  [
    'DELETE',
    '/coupons/:id',
    params.none,
    async (store, { ids }) => {
      const coupon = await find(store, 'coupon', ids[0]!)
      coupon._deleted = true
      store.put(coupon)
      return { id: coupon.id, object: 'coupon', deleted: true }
    },
  ],
  ...readable('promotion_code', 'promotion_codes'),
  [
    'POST',
    '/promotion_codes',
    params.promotionCode,
    async (store, { input, at }) => {
      await couponFor(store, { coupon: input.promotion.coupon })
      return store.put(make.makePromotionCode(at, input))
    },
  ],
]

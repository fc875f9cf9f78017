/** The items of a subscription as a call names them. */
import { priceFor } from '../checkout.ts'
import { requestError, missing } from '../forms.ts'
import type { Sold } from '../subscriptions.ts'
import type { Store, Thing } from '../store.ts'

/** What is sold after the change, beginning from what was. @throws WireError */
export async function soldOf(store: Store, at: number, items: any[], before: Thing[] = []): Promise<Sold[]> {
  const sold: Sold[] = before.map(({ price, quantity }) => ({ price, quantity: quantity! }))
  const gone = new Set<number>()
  for (const [index, item] of items.entries()) {
    const place = item.id ? before.findIndex(({ id }) => id === item.id) : -1
    if (item.id && place < 0) throw missing('subscription item', item.id, `items[${index}][id]`)
    if (item.deleted) gone.add(place)
    else if (place >= 0)
      sold[place] = {
        price: item.price || item.price_data ? await priceFor(store, at, item, `items[${index}]`) : sold[place]!.price,
        quantity: item.quantity ?? sold[place]!.quantity,
      }
    else sold.push({ price: await priceFor(store, at, item, `items[${index}]`), quantity: item.quantity ?? 1 })
  }
  const left = sold.filter((_, place) => !gone.has(place))
  if (left.length === 0 || left.some(({ price }) => !price.recurring))
    throw requestError('A subscription must have items with recurring prices.', { param: 'items' })
  return left
}

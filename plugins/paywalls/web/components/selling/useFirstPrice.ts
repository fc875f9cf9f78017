/** A first price while it is made: in the currency that is usual here until another is chosen. */
import { useState } from 'react'
import { useUsualCurrency } from '../useUsualCurrency.ts'
import { type FirstPrice, NO_PRICE } from './price.ts'

export function useFirstPrice(): [FirstPrice, (price: FirstPrice) => void] {
  const [price, setPrice] = useState(NO_PRICE)
  const usual = useUsualCurrency()
  return [{ ...price, currency: price.currency ?? usual }, setPrice]
}

/** What the paths of the test server share: their form, and how things are found, listed and changed. */
import type { z } from '@atrium/sdk'
import { listOf, missing, requestError } from '../forms.ts'
import * as params from '../params.ts'
import type { Store, Thing } from '../store.ts'
import * as make from '../things.ts'

export interface Asked {
  ids: string[]
  input: any
  /** Seconds since 1970. */
  at: number
}
export type Endpoint = [method: 'GET' | 'POST' | 'DELETE', path: string, takes: z.ZodType, run: (store: Store, asked: Asked) => Promise<object>]

/** @throws WireError 404 */
export async function find(store: Store, object: string, id: string, param?: string): Promise<Thing> {
  const found = await store.get(id)
  if (found?.object !== object || found._deleted) throw missing(object.replace(/^.*\./, '').replaceAll('_', ' '), id, param)
  return found
}
/** Seconds since 1970 by the clock that a thing goes by. */
export const clockOf = async (store: Store, thing: Thing): Promise<number> =>
  store.now(thing.test_clock ?? thing._clock ?? (await store.get(thing.customer))?.test_clock)
/** Takes over the fields that were sent. */
export const merge = (thing: Thing, input: Record<string, any>, fields: string[]): void => {
  for (const field of fields) if (input[field] !== undefined) thing[field] = input[field]
  if (input.metadata) thing.metadata = Object.fromEntries(Object.entries({ ...thing.metadata, ...input.metadata }).filter(([, value]) => value !== ''))
}

/** Retrieving and listing, which all kinds have alike. */
export function readable(object: string, path: string, ...filters: string[]): Endpoint[] {
  return [
    ['GET', `/${path}/:id`, params.none, (store, { ids }) => find(store, object, ids[0]!)],
    [
      'GET',
      `/${path}`,
      filters.length ? params.listFor(...filters) : params.list,
      async (store, { input }) => {
        const limit = input.limit ?? 10
        const rows = await store.list(object, {
          customer: input.customer,
          parent: input.payment_intent ?? input.subscription ?? input.product ?? input.destination,
          after: input.starting_after,
          before: input.ending_before,
          since: input.created?.gte ?? (input.created?.gt !== undefined ? input.created.gt + 1 : undefined),
          limit: limit + 1,
        })
        return listOf(`/v1/${path}`, rows.slice(0, limit), rows.length > limit)
      },
    ],
  ]
}

/** A card that is kept, or one of Stripe's names for test cards. */
export async function methodIn(store: Store, at: number, id: string | null | undefined): Promise<Thing> {
  const number = id && make.numberOfToken(id)
  if (number) return store.put(make.makeMethod(at, number))
  if (!id) throw requestError('You cannot confirm this PaymentIntent because it’s missing a payment method.', { code: 'payment_intent_unexpected_state' })
  return find(store, 'payment_method', id, 'payment_method')
}

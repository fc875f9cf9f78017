/** Products, prices and coupons of ours at a provider: each made there once, when it is first sold. */
import { cut } from '@atrium/sdk'
import { createHash } from 'node:crypto'
import type { Ctx } from '@atrium/sdk/server'
import type { Discount, Line } from '../../contract.ts'
import { type Connection, stripeLibrary } from './connection.ts'

const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 40)

/** What a key stands for at the provider; made by `make` when nobody has, which takes the key so that two at once make one. */
export async function named(ctx: Ctx, { key: provider, account }: Connection, key: string, make: (idempotencyKey: string) => Promise<string>): Promise<string> {
  const whole = account ? `${account}:${key}` : key
  const [known] = await ctx.sql<{ object_id: string }>('select object_id from payments.named where community_id = $1 and provider = $2 and key = $3', [
    provider,
    whole,
  ])
  if (known) return known.object_id
  const made = await make(`${ctx.community.id}:${whole}`)
  await ctx.sql('insert into payments.named (community_id, provider, key, object_id) values ($1, $2, $3, $4) on conflict do nothing', [provider, whole, made])
  return made
}

type Behavior = 'exclusive' | 'inclusive' | undefined
export async function priceFor(ctx: Ctx, connection: Connection, line: Line, behavior: Behavior): Promise<string> {
  const { stripe, account } = connection
  const of = account ? { stripeAccount: account } : {}
  const product = line.product ?? line.reference
  const { unit, exact, recurring } = line
  return named(
    ctx,
    connection,
    `price:${hashOf([line.reference, product, line.name, unit.amount, unit.currency, recurring ?? null, behavior ?? null, ...(exact ? [exact] : [])])}`,
    async (key) => {
      const made = await named(ctx, connection, `product:${hashOf([product, line.name])}`, (productKey) =>
        stripe.products.create({ name: line.name, metadata: { reference: product } }, { ...of, idempotencyKey: productKey }).then(({ id }) => id),
      )
      const { Decimal } = await stripeLibrary()
      const price = await stripe.prices.create(
        {
          product: made,
          currency: unit.currency,
          ...(exact ? { unit_amount_decimal: Decimal.from(exact) } : { unit_amount: unit.amount }),
          ...(recurring ? { recurring: { interval: recurring.interval, interval_count: recurring.count } } : {}),
          ...(behavior ? { tax_behavior: behavior } : {}),
          metadata: { reference: line.reference },
        },
        { ...of, idempotencyKey: key },
      )
      return price.id
    },
  )
}

export function couponFor(ctx: Ctx, connection: Connection, discount: Discount): Promise<string> {
  const { stripe, account } = connection
  const { percent, amount, duration, months, name, reference } = discount
  return named(ctx, connection, `coupon:${hashOf([reference, percent ?? null, amount ?? null, duration, months ?? null])}`, async (key) => {
    const coupon = await stripe.coupons.create(
      {
        ...(percent !== undefined ? { percent_off: percent } : { amount_off: amount!.amount, currency: amount!.currency }),
        duration,
        ...(duration === 'repeating' ? { duration_in_months: months } : {}),
        name: cut(name, 40),
        metadata: { reference },
      },
      { ...(account ? { stripeAccount: account } : {}), idempotencyKey: key },
    )
    return coupon.id
  })
}

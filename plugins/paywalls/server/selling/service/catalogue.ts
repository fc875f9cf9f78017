/** What is sold: paywalls with their prices and what they open. A price that somebody holds is replaced, never changed. */
import { conflict, invalid, notFound } from '@atrium/sdk'
import { type Ctx, demandVersion, hold, publishedAddress, raiseVersion } from '@atrium/sdk/server'
import access from '../../../../access/contract.ts'
import events from '../../../../events/contract.ts'
import spaces from '../../../../spaces/contract.ts'
import type { NewPaywall } from '../../../contract.ts'
import { PaywallInput, type PaywallChange, PriceInput } from '../../../contract/inputs.ts'
import type { Opened, Paywall, PaywallCard, Price } from '../../../contract/records.ts'
import { OpensTable, type PaywallEntity, PaywallTable, type PriceRow, PriceTable } from '../../entities.ts'
import { type OpenRow, paywallsById, paywallsOpening, type PaywallWhole } from '../../reads.ts'
import { checkBump, forgetBumps } from './bumps.ts'
import { checkContains, setContains, spreadFrom } from './bundles.ts'
import { isFull } from './holding.ts'
import { isTest } from '../../shared/service/mode.ts'
import { closePages } from './open.ts'
import { demandStep } from '../../shared/service/money.ts'
import { isTicket, priceName } from './names.ts'
import { isGiftable } from './quote.ts'
import { regionsKey } from './regions.ts'
import { isDateFull } from './tickets.ts'

type Names = Map<string, { name: string; emoji: string | null }>
/** What the targets are called, whoever asks: what is sold may be named. */
/** Events that may be sold, and those that are sold although by now they ask for no ticket. */
export async function soldEvents(ctx: Ctx) {
  if (!ctx.has(events)) return []
  const opened = await ctx.sql<{ id: number }>(`select distinct target_id as id from paywalls.opens where community_id = $1 and kind = 'event'`)
  return ctx.use(events).ticketed(opened.map(({ id }) => id))
}
export async function namesOf(ctx: Ctx): Promise<Names> {
  const { groups, accessGroups } = await ctx.use(access).catalogue()
  const names: Names = new Map()
  for (const group of groups) {
    names.set(`space_group:${group.id}`, { name: group.name, emoji: null })
    for (const space of group.spaces) names.set(`space:${space.id}`, { name: space.name, emoji: space.emoji })
  }
  for (const group of accessGroups) names.set(`access_group:${group.id}`, { name: group.name, emoji: null })
  for (const { id, name } of await soldEvents(ctx)) names.set(`event:${id}`, { name, emoji: null })
  return names
}
const openedOf = (names: Names, opens: OpenRow[]): Opened[] =>
  opens.flatMap(({ kind, id }) => {
    const found = names.get(`${kind}:${id}`)
    return found ? [{ kind, id, ...found }] : []
  })

/** @param opens what its paywall opens */
export const presentPrice = (ctx: Ctx, row: PriceRow, opens: OpenRow[]): Price => ({
  id: row.id,
  name: row.name,
  display_name: priceName(ctx, row, ctx.locale, isTicket(opens) ? 'ticket' : 'once'),
  note: row.note,
  status: row.status,
  price_type: row.price_type,
  amount_in_cents: row.amount,
  currency: row.currency,
  interval: row.interval,
  interval_count: row.interval_count,
  recurring: row.price_type !== 'onetime',
  upfront_payment_amount_in_cents: row.upfront_amount,
  installments_count: row.installments_count,
  is_custom_amount: row.is_custom_amount,
  suggested_amount_in_cents: row.suggested_amount,
  trial_days: row.trial_days,
  trial_requires_card: row.trial_requires_card,
  is_giftable: isGiftable(row),
  seats_min: row.seats_min,
  seats_max: row.seats_max,
  regions: row.regions.map(({ countries, currency, amount }) => ({ countries, currency, amount_in_cents: amount })),
  position: row.position,
  active_count: row.active_count,
  is_sold: row.is_sold,
})
export const checkoutPath = (id: number): string => `/checkout/${id}`

export function presentPaywall(ctx: Ctx, row: PaywallWhole, names: Names): Paywall {
  const opens = openedOf(names, row.opens)
  return {
    id: row.id,
    name: row.name,
    display_name: row.display_name || row.name,
    description: row.description,
    status: row.status,
    currency: row.currency,
    paywall_group_id: row.paywall_group_id,
    subscription_group: row.paywall_group_id === null ? null : String(row.paywall_group_id),
    access_groups_enabled: opens.some(({ kind }) => kind === 'access_group'),
    cover_url: row.cover_url,
    tax_behavior: row.tax_behavior,
    coupons_enabled: row.coupons_enabled,
    max_buyers: row.max_buyers,
    thank_you: row.thank_you,
    redirect_space_id: row.redirect_space_id,
    checkout_url: `${ctx.community.url}${checkoutPath(row.id)}`,
    prices: row.prices.map((price) => presentPrice(ctx, price, row.opens)),
    opens,
    contains: row.contains,
    bump_price_id: row.bump_price_id,
    bump_text: row.bump_text,
    members_count: row.holders_count,
    mrr: { amount: Number(row.recurring), currency: row.currency },
    month: { amount: Number(row.month), currency: row.currency },
    buys: row.views_count ? Math.min(1, row.buys_count / row.views_count) : null,
    version: row.version,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
/** Its own, and those of what it holds. */
export const allOpens = (row: Pick<PaywallWhole, 'opens' | 'bundled'>): OpenRow[] => [
  ...row.opens,
  ...row.bundled.filter(({ kind, id }) => !row.opens.some((one) => one.kind === kind && one.id === id)),
]

export function presentCard(ctx: Ctx, row: PaywallWhole, names: Names): PaywallCard {
  return {
    id: row.id,
    name: row.display_name || row.name,
    description: row.description,
    cover_url: row.cover_url,
    checkout_url: checkoutPath(row.id),
    prices: row.prices.filter(({ status }) => status === 'active').map((price) => presentPrice(ctx, price, allOpens(row))),
    opens: openedOf(names, allOpens(row)),
    contains: row.contains,
    members_count: row.holders_count,
    is_full: isFull(row),
  }
}
/** @param occurrenceId the date of an event: what is sold is full where its places are gone */
export async function openingOf(ctx: Ctx, kind: OpenRow['kind'], id: number, occurrenceId?: number): Promise<PaywallCard[]> {
  const ids = (await ctx.read(paywallsOpening, [kind, id])).map((row) => row.id)
  if (kind === 'space') {
    const group = (await ctx.use(spaces).card(id))?.spaceGroupId
    if (group) ids.push(...(await ctx.read(paywallsOpening, ['space_group', group])).map((row) => row.id))
  }
  if (ids.length === 0) return []
  const [rows, names] = [await ctx.read(paywallsById, [[...new Set(ids)], isTest(ctx)]), await namesOf(ctx)]
  const date = kind === 'event' && ctx.has(events) ? await ctx.use(events).places(occurrenceId === undefined ? { eventId: id } : { occurrenceId }) : null
  const noPlace = kind === 'event' && (date?.eventId !== id || (await isDateFull(ctx, date)))
  return rows
    .filter(({ prices }) => prices.some(({ status }) => status === 'active'))
    .map((row) => presentCard(ctx, row, names))
    .map((card) => ({ ...card, is_full: card.is_full || noPlace }))
}

export async function needPaywall(ctx: Ctx, id: number): Promise<PaywallWhole> {
  const [row] = await ctx.read(paywallsById, [[id], isTest(ctx)])
  if (!row) throw notFound('Paywall')
  return row
}
export const showPaywall = async (ctx: Ctx, id: number): Promise<Paywall> => presentPaywall(ctx, await needPaywall(ctx, id), await namesOf(ctx))

async function checkOpens(ctx: Ctx, opens: OpenRow[]): Promise<void> {
  const names = opens.length ? await namesOf(ctx) : new Map()
  if (opens.some(({ kind, id }) => !names.has(`${kind}:${id}`))) throw invalid({ 'paywall.opens': ['One of these spaces or events doesn’t exist.'] })
}
async function checkGroup(ctx: Ctx, groupId: number | null | undefined, currency: string): Promise<void> {
  if (!groupId) return
  const [group] = await ctx.sql<{ currency: string }>('select currency from paywalls.paywall_group where community_id = $1 and id = $2', [groupId])
  if (!group) throw invalid({ 'paywall.paywall_group_id': ['This group doesn’t exist.'] })
  if (group.currency !== currency) throw invalid({ 'paywall.paywall_group_id': ['All paywalls in a group share one currency.'] })
}
async function setOpens(ctx: Ctx, paywallId: number, opens: OpenRow[]): Promise<void> {
  await ctx.sql(
    `with wanted as (select * from unnest($3::text[], $4::bigint[]) as t (kind, target_id)),
       gone as (delete from paywalls.opens o where o.community_id = $1 and o.paywall_id = $2
         and not exists (select from wanted t where t.kind = o.kind and t.target_id = o.target_id))
     insert into paywalls.opens (community_id, paywall_id, kind, target_id) select $1, $2, t.kind, t.target_id from wanted t
     on conflict (community_id, paywall_id, kind, target_id) do nothing`,
    [paywallId, opens.map(({ kind }) => kind), opens.map(({ id }) => id)],
  )
}
const columnsOfPrice = (input: PriceInput, currency: string, position: number) => ({
  name: input.name,
  note: input.note,
  status: input.status,
  priceType: input.price_type,
  amount: input.amount_in_cents,
  currency,
  interval: input.price_type === 'onetime' ? null : input.interval,
  intervalCount: input.price_type === 'onetime' ? null : (input.interval_count ?? 1),
  installmentsCount: input.price_type === 'installments' ? input.installments_count : null,
  upfrontAmount: input.price_type === 'onetime' ? 0 : input.upfront_payment_amount_in_cents,
  isCustomAmount: input.is_custom_amount,
  suggestedAmount: input.is_custom_amount ? input.suggested_amount_in_cents : null,
  trialDays: input.trial_days,
  trialRequiresCard: input.trial_requires_card,
  seatsMin: input.seats_min,
  seatsMax: input.seats_min === null ? null : input.seats_max,
  regions: input.regions.map(({ countries, currency, amount_in_cents }) => ({ countries, currency, amount: amount_in_cents })),
  position,
})
/** What a buyer agreed to. Name, note, order and whether it is sold may change. */
const TERMS = [
  'priceType',
  'amount',
  'interval',
  'intervalCount',
  'installmentsCount',
  'upfrontAmount',
  'isCustomAmount',
  'trialDays',
  'trialRequiresCard',
] as const

/** @returns prices whose amount is another now; `id` is what new buyers get */
async function setPrices(ctx: Ctx, paywallId: number, currency: string, inputs: PriceInput[]): Promise<{ id: number; from: number; to: number }[]> {
  const known = new Map((await ctx.em.find(PriceTable, { paywallId })).map((price) => [price.id, price]))
  if (inputs.some(({ id }) => id !== undefined && !known.has(id))) throw invalid({ 'paywall.prices': ['One of these prices belongs to another paywall.'] })
  const replaced: [number, { id: number }][] = []
  const changed: { price: { id: number }; from: number; to: number }[] = []
  for (const [position, input] of inputs.entries()) {
    for (const amount of [input.amount_in_cents, input.upfront_payment_amount_in_cents, input.suggested_amount_in_cents ?? 0])
      demandStep(ctx.locale, `paywall.prices.${position}.amount_in_cents`, amount, currency)
    for (const region of input.regions) demandStep(ctx.locale, `paywall.prices.${position}.regions`, region.amount_in_cents, region.currency)
    const price = input.id === undefined ? undefined : known.get(input.id)
    const next = columnsOfPrice(input, currency, position)
    const isOther =
      price &&
      (TERMS.some((term) => price[term] !== next[term]) ||
        (price.seatsMin == null) !== (next.seatsMin === null) ||
        regionsKey(price.regions) !== regionsKey(next.regions))
    const from = price?.amount
    let now = price
    if (price && !(isOther && price.isSold)) {
      ctx.em.assign(price, next)
      known.delete(price.id)
    } else {
      const made = ctx.em.create(PriceTable, { paywallId, ...next })
      if (price) replaced.push([price.id, made])
      now = made
    }
    if (now && from !== undefined && from !== next.amount) changed.push({ price: now, from, to: next.amount })
  }
  // those that were left out or replaced: whoever has one keeps it
  for (const price of known.values())
    if (price.isSold) price.status = 'inactive'
    else ctx.em.remove(price)
  await ctx.em.flush()
  // where the old one is offered as an extra, the new one is
  for (const [before, { id }] of replaced)
    await ctx.sql('update paywalls.paywall set bump_price_id = $3 where community_id = $1 and bump_price_id = $2', [before, id])
  await forgetBumps(ctx)
  return changed.map(({ price, from, to }) => ({ id: price.id, from, to }))
}
function checkReady(paywall: PaywallEntity, prices: { status: string }[]): void {
  if (paywall.status === 'active' && !prices.some(({ status }) => status === 'active'))
    throw invalid({ 'paywall.prices': ['Add a price before you publish.'] }, 'Add a price before you publish.', 'no_price')
}

/** @throws AtriumError 422 */
export async function createPaywall(ctx: Ctx, input: PaywallInput): Promise<number> {
  await checkOpens(ctx, input.opens)
  await checkGroup(ctx, input.paywall_group_id, input.currency)
  await checkContains(ctx, null, input.contains)
  await checkBump(ctx, null, input.bump_price_id)
  const paywall = ctx.em.create(PaywallTable, {
    name: input.name,
    displayName: input.display_name,
    description: input.description,
    status: input.status,
    currency: input.currency,
    paywallGroupId: input.paywall_group_id,
    taxBehavior: input.tax_behavior,
    couponsEnabled: input.coupons_enabled,
    maxBuyers: input.max_buyers,
    thankYou: input.thank_you,
    redirectSpaceId: input.redirect_space_id,
    bumpPriceId: input.bump_price_id,
    bumpText: input.bump_text,
  })
  checkReady(paywall, input.prices)
  await ctx.em.flush()
  if (input.cover_signed_id) paywall.coverUrl = await publishedAddress(ctx, input.cover_signed_id, `paywall:${paywall.id}`, 'large')
  await setPrices(ctx, paywall.id, input.currency, input.prices)
  await setOpens(ctx, paywall.id, input.opens)
  await setContains(ctx, paywall.id, input.contains)
  await ctx.audit('paywall.created', `paywall:${paywall.id}`, { name: input.name })
  return paywall.id
}
/** @throws AtriumError 404, 409 `edit_conflict`, 422 */
export async function updatePaywall(ctx: Ctx, id: number, { version, cover_signed_id, prices, opens, contains, ...changes }: PaywallChange): Promise<void> {
  const paywall = await hold(ctx, PaywallTable, id, 'Paywall')
  await demandVersion(ctx, version, paywall, changes, async () => ({ ...(await showPaywall(ctx, id)) }))
  if (opens) await checkOpens(ctx, opens)
  if (contains) await checkContains(ctx, id, contains)
  await checkBump(ctx, id, changes.bump_price_id)
  await checkGroup(ctx, changes.paywall_group_id, paywall.currency)
  const {
    name,
    display_name,
    description,
    status,
    paywall_group_id,
    tax_behavior,
    coupons_enabled,
    max_buyers,
    thank_you,
    redirect_space_id,
    bump_price_id,
    bump_text,
  } = changes
  const next = {
    name,
    displayName: display_name,
    description,
    status,
    paywallGroupId: paywall_group_id,
    taxBehavior: tax_behavior,
    couponsEnabled: coupons_enabled,
    maxBuyers: max_buyers,
    thankYou: thank_you,
    redirectSpaceId: redirect_space_id,
    bumpPriceId: bump_price_id,
    bumpText: bump_text,
    ...(cover_signed_id !== undefined && { coverUrl: await publishedAddress(ctx, cover_signed_id, `paywall:${id}`, 'large') }),
  }
  const wasSold = paywall.status === 'active'
  ctx.em.assign(paywall, Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined)))
  raiseVersion(ctx, paywall)
  const changed = prices ? await setPrices(ctx, id, paywall.currency, prices) : []
  if (opens) await setOpens(ctx, id, opens)
  if (contains) await setContains(ctx, id, contains)
  // whoever holds it gets what is new and loses what is gone
  if (opens || contains) await spreadFrom(ctx, id)
  checkReady(paywall, prices ?? (await ctx.em.find(PriceTable, { paywallId: id })))
  await ctx.em.flush()
  if (wasSold && paywall.status !== 'active') await closePages(ctx, { paywallId: id })
  const { currency } = paywall
  for (const price of changed)
    await ctx.audit('paywall.price_changed', `paywall:${id}`, {
      name: paywall.name,
      price_id: price.id,
      currency,
      from_amount: price.from,
      to_amount: price.to,
    })
  if (changed.length === 0 || (status && wasSold !== (status === 'active')))
    await ctx.audit('paywall.updated', `paywall:${id}`, { name: paywall.name, status: paywall.status })
}
/** Sells at an amount again, for new buyers: those who have bought keep what they agreed to. @throws AtriumError 404, 422 */
export async function sellAt(ctx: Ctx, id: number, priceId: number, amount: number): Promise<void> {
  const { version, prices } = await showPaywall(ctx, id)
  const active = prices.filter(({ status }) => status === 'active')
  await updatePaywall(ctx, id, {
    version,
    prices: active.map((price) => PriceInput.parse(price.id === priceId ? { ...price, amount_in_cents: amount } : price)),
  })
}
/** @throws AtriumError 409 `paywall_sold` */
export async function destroyPaywall(ctx: Ctx, id: number): Promise<void> {
  const paywall = await hold(ctx, PaywallTable, id, 'Paywall')
  const [sold] = await ctx.sql('select 1 from paywalls.purchase where community_id = $1 and paywall_id = $2 limit 1', [id])
  if (sold) throw conflict('This paywall has buyers and can’t be deleted. Stop selling it instead.', 'paywall_sold')
  await spreadFrom(ctx, id)
  await ctx.em.nativeDelete(PaywallTable, { id })
  await forgetBumps(ctx)
  await ctx.audit('paywall.deleted', `paywall:${id}`, { name: paywall.name })
}
/** Of what is gone nobody sells a way in: a paywall that opened nothing else is taken off sale. */
export async function forgetTarget(ctx: Ctx, kind: OpenRow['kind'], targetId: number): Promise<void> {
  const opening = await ctx.sql<{ id: number }>(
    `with direct as (select paywall_id from paywalls.opens where community_id = $1 and kind = $2 and target_id = $3)
     select paywall_id as id from direct union select b.paywall_id from paywalls.bundle_item b join direct d on b.item_id = d.paywall_id where b.community_id = $1`,
    [kind, targetId],
  )
  await ctx.em.nativeDelete(OpensTable, { kind, targetId })
  for (const paywall of await ctx.read(paywallsById, [opening.map(({ id }) => id), isTest(ctx)])) {
    if (paywall.status !== 'active' || allOpens(paywall).length > 0) continue
    await ctx.em.nativeUpdate(PaywallTable, { id: paywall.id }, { status: 'inactive' })
    await closePages(ctx, { paywallId: paywall.id })
    await ctx.audit('paywall.updated', `paywall:${paywall.id}`, { name: paywall.name, status: 'inactive' })
  }
}

/** For set-up, demo and imports. */
export async function setUpPaywall(ctx: Ctx, input: NewPaywall): Promise<{ id: number; priceIds: number[] }> {
  const parsed = PaywallInput.parse({
    name: input.name,
    description: input.description,
    currency: input.currency,
    cover_signed_id: input.coverSignedId,
    redirect_space_id: input.redirectSpaceId,
    thank_you: input.thankYou,
    opens: input.opens,
    contains: input.contains,
    bump_price_id: input.bump?.priceId,
    bump_text: input.bump?.text,
    prices: input.prices.map((price) => ({ price_type: price.interval ? 'subscription' : 'onetime', ...price })),
    status: input.status ?? 'active',
  })
  const id = await createPaywall(ctx, parsed)
  const prices = await ctx.em.find(PriceTable, { paywallId: id }, { orderBy: { position: 'asc' } })
  return { id, priceIds: prices.map((price) => price.id) }
}

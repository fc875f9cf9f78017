/** Hot reads of selling: paywalls with their prices, lists of charges and subscriptions by key. */
import { columnsOf, type Counter, holdsPermission, type MemberCard, statement } from '@atrium/sdk/server'
import type { TARGETS } from '../contract/records.ts'
import {
  type ChargeRow,
  ChargeTable,
  type CheckoutRow,
  CheckoutTable,
  type CouponRow,
  CouponTable,
  type Order,
  type PaywallRow,
  PaywallTable,
  type PriceRow,
  PriceTable,
  type PurchaseRow,
  PurchaseTable,
} from './entities.ts'

export interface OpenRow {
  kind: (typeof TARGETS)[number]
  id: number
}
export type PaywallWhole = PaywallRow & {
  prices: PriceRow[]
  opens: OpenRow[]
  /** Of a bundle: what it holds, and what that opens. */
  contains: { id: number; name: string }[]
  bundled: OpenRow[]
  /** Of one with a limit: places that checkouts under way hold, and gifts that nobody has taken yet. */
  held: number
  recurring: number
  month: number
}
/** Of a paywall `w`: whoever is paying for it, or for it as an extra, and paid gifts that wait. checkout_started, checkout_extra, purchase_untaken. */
const heldPlaces = `((select count(*) from paywalls.checkout c where c.community_id = $1 and c.paywall_id = w.id and c.status = 'started'
      and not exists (select from paywalls.purchase u where u.community_id = $1 and u.checkout_uid = c.uid and u.is_open))
    + (select count(*) from paywalls.checkout c where c.community_id = $1 and c.status = 'started' and c.ordered #>> '{bump,paywallId}' is not null
      and (c.ordered #>> '{bump,paywallId}')::bigint = w.id
      and not exists (select from paywalls.purchase u join paywalls.purchase e on e.community_id = $1 and e.parent_id = u.id and e.is_open
        where u.community_id = $1 and u.checkout_uid = c.uid))
    + (select count(*) from paywalls.purchase u where u.community_id = $1 and u.paywall_id = w.id and u.is_gift and u.status = 'active' and not u.is_open
      and not exists (select from paywalls.seat s where s.community_id = $1 and s.purchase_id = u.id and s.taken_at is not null)))::int`
/** @param tests the place of whether sums count what the test provider has sold */
const whole = (tests: string) => `${columnsOf(PaywallTable, undefined, 'w')},
  coalesce((select json_agg(x order by x.position, x.id) from paywalls.price x where x.community_id = $1 and x.paywall_id = w.id), '[]') as prices,
  coalesce((select json_agg(json_build_object('kind', o.kind, 'id', o.target_id) order by o.id) from paywalls.opens o
    where o.community_id = $1 and o.paywall_id = w.id), '[]') as opens,
  coalesce((select json_agg(json_build_object('id', i.id, 'name', coalesce(nullif(i.display_name, ''), i.name)) order by lower(i.name), i.id)
    from paywalls.bundle_item b join paywalls.paywall i on i.community_id = $1 and i.id = b.item_id where b.community_id = $1 and b.paywall_id = w.id), '[]') as contains,
  coalesce((select json_agg(distinct jsonb_build_object('kind', o.kind, 'id', o.target_id)) from paywalls.bundle_item b
    join paywalls.opens o on o.community_id = $1 and o.paywall_id = b.item_id where b.community_id = $1 and b.paywall_id = w.id), '[]') as bundled,
  (select coalesce(sum(d.amount), 0)::bigint from paywalls.price x join paywalls.entry_day d on d.community_id = $1 and d.price_id = x.id
    and d.account = 'recurring' and d.currency = w.currency and (${tests} or not d.is_test) where x.community_id = $1 and x.paywall_id = w.id) as recurring,
  (select coalesce(-sum(d.amount), 0)::bigint from paywalls.price x join paywalls.entry_day d on d.community_id = $1 and d.price_id = x.id
    and d.account in ('revenue', 'tax', 'refunds') and d.currency = w.currency and d.day > now()::date - 30 and (${tests} or not d.is_test)
    where x.community_id = $1 and x.paywall_id = w.id) as month,
  case when w.max_buyers is null then 0 else ${heldPlaces} end as held`
/** $2 ids, $3 whether tests count. Primary key; prices by price_paywall, sums by the key of entry_day. */
export const paywallsById = statement<PaywallWhole>(
  'paywalls.by_id',
  `select ${whole('$3::boolean')} from paywalls.paywall w where w.community_id = $1 and w.id = any ($2::bigint[])`,
)
/** $2 kind, $3 target. opens_target. */
export const paywallsOpening = statement<{ id: number }>(
  'paywalls.opening',
  `with direct as (select paywall_id from paywalls.opens where community_id = $1 and kind = $2 and target_id = $3),
     every as (select paywall_id from direct union select b.paywall_id from paywalls.bundle_item b join direct d on b.item_id = d.paywall_id where b.community_id = $1)
   select w.id from every e join paywalls.paywall w on w.community_id = $1 and w.id = e.paywall_id where w.status = 'active' order by w.id limit 10`,
)
/** $2 name or null, $3 status or null, $4 group or null, $5 and $6 last name and id or null, $7 rows, $8 whether tests count. Walks paywall_name. */
export const paywallList = `select ${whole('$8::boolean')} from paywalls.paywall w where w.community_id = $1 and ($2::text is null or w.name ilike $2)
  and ($3::text is null or w.status = $3) and ($4::bigint is null or w.paywall_group_id = $4)
  and ($5::text is null or (lower(w.name), w.id) > ($5, $6)) order by lower(w.name), w.id limit $7`

export type PriceWith = PriceRow & { paywall: PaywallRow }
/** $2 ids. */
export const pricesById = statement<PriceRow>(
  'paywalls.prices',
  `select ${columnsOf(PriceTable)} from paywalls.price where community_id = $1 and id = any ($2::bigint[])`,
)
/** With the names of their paywalls. $2 ids. Primary key. */
export const pricesNamedRead = statement<PriceRow & { paywall_name: string }>(
  'paywalls.prices_named',
  `select ${columnsOf(PriceTable, undefined, 'x')}, w.name as paywall_name from paywalls.price x
   join paywalls.paywall w on w.community_id = $1 and w.id = x.paywall_id where x.community_id = $1 and x.id = any ($2::bigint[]) order by x.id`,
)
/** $2 code. */
export const couponByCode = statement<CouponRow>(
  'paywalls.coupon_code',
  `select ${columnsOf(CouponTable)} from paywalls.coupon where community_id = $1 and code = $2`,
)
/** $2 ids. */
export const couponsById = statement<CouponRow>(
  'paywalls.coupons',
  `select ${columnsOf(CouponTable)} from paywalls.coupon where community_id = $1 and id = any ($2::bigint[])`,
)
/** $2 text or null, $3 active or null, $4 last id or null, $5 rows. Primary key backwards. */
export const couponList = `select ${columnsOf(CouponTable)} from paywalls.coupon where community_id = $1
  and ($2::text is null or code ilike $2 or name ilike $2)
  and ($3::boolean is null or $3 = (ended_at is null and (ends_at is null or ends_at > now()) and (max_uses is null or uses_count < max_uses)))
  and ($4::bigint is null or id < $4) order by id desc limit $5`

/** $2 uid. */
export const checkoutByUid = statement<CheckoutRow>(
  'paywalls.checkout',
  `select ${columnsOf(CheckoutTable)} from paywalls.checkout where community_id = $1 and uid = $2`,
)
/** $2 account, $3 last id or null, $4 rows. checkout_account backwards. */
export const checkoutsOf = statement<CheckoutRow>(
  'paywalls.checkouts_of',
  `select ${columnsOf(CheckoutTable)} from paywalls.checkout where community_id = $1 and account_id = $2 and ($3::bigint is null or id < $3) order by id desc limit $4`,
)

type Person = { [K in keyof Pick<MemberCard, 'public_uid' | 'name' | 'avatar_url'> as `member_${K}`]: MemberCard[K] | null }
const person = 'm.public_uid as member_public_uid, m.name as member_name, m.avatar_url as member_avatar_url'
export type ChargeWith = ChargeRow &
  Person & {
    paywall_name: string
    price_type: PriceRow['price_type']
    price_interval: PriceRow['interval']
    subscription_processor_id: string | null
    purchase_kind: string
  }
const chargeFrom = `select ${columnsOf(ChargeTable, undefined, 'c')}, ${person}, w.name as paywall_name, x.price_type, x.interval as price_interval,
    u.processor_id as subscription_processor_id, u.kind as purchase_kind
  from paywalls.charge c join paywalls.purchase u on u.community_id = $1 and u.id = c.purchase_id
  join paywalls.paywall w on w.community_id = $1 and w.id = c.paywall_id join paywalls.price x on x.community_id = $1 and x.id = c.price_id
  left join kernel.member_card m on m.community_id = $1 and m.id = c.member_id where c.community_id = $1`
/** $2 ids. */
export const chargesById = statement<ChargeWith>('paywalls.charges', `${chargeFrom} and c.id = any ($2::bigint[]) order by c.id desc`)
/** $2 member, $3 last id or null, $4 rows. charge_member backwards. */
export const chargesOf = statement<ChargeWith>(
  'paywalls.charges_of',
  `${chargeFrom} and c.member_id = $2 and c.status <> 'failed' and ($3::bigint is null or c.id < $3) order by c.id desc limit $4`,
)
/** $2 text, $3 status, $4 paywalls, $5 type, $6 member, $7 purchase, $8 currency, $9 to $12 bounds, each or null, $13 last id or null, $14 rows, $15 whether tests count. */
export const chargeList = `${chargeFrom}
  and ($2::text is null or c.buyer_email ilike $2 or c.buyer_name ilike $2 or m.name ilike $2 or c.buyer_business ilike $2 or c.processor_id = trim('%' from $2)
    or c.number::text = regexp_replace($2, '\\D', '', 'g'))
  and ($3::text is null or c.status = $3) and ($4::bigint[] is null or c.paywall_id = any ($4)) and ($5::text is null or x.price_type = $5)
  and ($6::bigint is null or c.member_id = $6) and ($7::bigint is null or c.purchase_id = $7) and ($8::text is null or c.currency = $8)
  and ($9::bigint is null or c.amount >= $9) and ($10::bigint is null or c.amount <= $10)
  and ($11::timestamptz is null or c.created_at >= $11) and ($12::timestamptz is null or c.created_at <= $12)
  and ($13::bigint is null or c.id < $13) and ($15::boolean or c.provider <> 'test') order by c.id desc limit $14`

export type PurchaseWith = PurchaseRow &
  Person & { paywall_name: string; display_name: string; cover_url: string | null; price: PriceRow; coupon: CouponRow | null; ordered: Order | null }
const purchaseFrom = `select ${columnsOf(PurchaseTable, undefined, 'u')}, ${person}, w.name as paywall_name, w.display_name, w.cover_url, to_jsonb(x) as price, to_jsonb(k) as coupon,
    (select c.ordered from paywalls.checkout c where c.community_id = $1 and c.uid = u.checkout_uid) as ordered
  from paywalls.purchase u join paywalls.paywall w on w.community_id = $1 and w.id = u.paywall_id join paywalls.price x on x.community_id = $1 and x.id = u.price_id
  left join paywalls.coupon k on k.community_id = $1 and k.id = u.coupon_id
  left join kernel.member_card m on m.community_id = $1 and m.id = u.member_id where u.community_id = $1`
/** $2 ids. */
export const purchasesById = statement<PurchaseWith>('paywalls.purchases', `${purchaseFrom} and u.id = any ($2::bigint[]) order by u.id`)
/** $2 member. What was never paid is nobody's affair. purchase_member. */
export const purchasesOf = statement<PurchaseWith>(
  'paywalls.purchases_of',
  `${purchaseFrom} and u.member_id = $2 and u.status <> 'pending' order by u.id desc limit 100`,
)
/** $2 text, $3 status, $4 paywalls, $5 member, $6 interval, $7 to end, $8 and $9 bounds, each or null, $10 last id or null, $11 rows, $12 whether tests count. purchase_list. */
export const purchaseList = `${purchaseFrom} and u.kind <> 'onetime'
  and ($2::text is null or m.name ilike $2 or u.processor_id = trim('%' from $2)
    or exists (select from paywalls.charge c where c.community_id = $1 and c.purchase_id = u.id and (c.buyer_email ilike $2 or c.buyer_business ilike $2)))
  and ($3::text is null or u.status = $3) and ($3::text is not null or u.status <> 'pending')
  and ($4::bigint[] is null or u.paywall_id = any ($4)) and ($5::bigint is null or u.member_id = $5) and ($6::text is null or u.interval = $6)
  and ($7::boolean is null or $7 = (u.ends_at is not null and u.status not in ('canceled', 'refunded')))
  and ($8::timestamptz is null or u.created_at >= $8) and ($9::timestamptz is null or u.created_at <= $9)
  and ($10::bigint is null or u.id < $10) and ($12::boolean or u.provider is distinct from 'test') order by u.id desc limit $11`

export interface HappeningRow {
  id: number
  kind: string
  charge_id: number | null
  amount: number | null
  currency: string | null
  data: Record<string, string | number | null>
  actor_name: string | null
  at: Date
}
/** $2 purchase. */
export const happeningsOf = statement<HappeningRow>(
  'paywalls.happenings',
  `select h.id, h.kind, h.charge_id, h.amount, h.currency, h.data, h.at, m.name as actor_name from paywalls.happening h
   left join kernel.member_card m on m.community_id = $1 and m.id = h.actor_member_id
   where h.community_id = $1 and h.purchase_id = $2 order by h.at desc, h.id desc limit 300`,
)

const named = "coalesce(nullif(w.display_name, ''), w.name) as name"
/** $2 purchases, $3 their buyer or null. Primary key. */
export const ownPurchasesNamed = statement<{ id: number; member_id: number | null; name: string }>(
  'paywalls.own_purchases_named',
  `select u.id, u.member_id, ${named} from paywalls.purchase u join paywalls.paywall w on w.community_id = $1 and w.id = u.paywall_id
   where u.community_id = $1 and u.id = any ($2::bigint[]) and ($3::bigint is null or u.member_id = $3)`,
)
/** What a member holds, the newest first. $2 member, $3 rows. By the member's own purchases. */
export const openOf = statement<{ name: string; kind: string; status: string; period_end: Date | null; ends_at: Date | null }>(
  'paywalls.open_of',
  `select ${named}, u.kind, u.status, u.period_end, u.ends_at from paywalls.purchase u join paywalls.paywall w on w.community_id = $1 and w.id = u.paywall_id
   where u.community_id = $1 and u.member_id = $2 and u.is_open order by u.id desc limit 20`,
)
/** $2 paywalls. Primary key. */
export const paywallNamesRead = statement<{ id: number; name: string }>(
  'paywalls.names',
  `select w.id, ${named} from paywalls.paywall w where w.community_id = $1 and w.id = any ($2::bigint[])`,
)
/** Seats that are for somebody else than whoever pays. $2 seats. Primary key. */
export const giftedRead = statement<{ id: number; member_id: number | null; email: string; name: string }>(
  'paywalls.gifted',
  `select s.id, s.member_id, s.email, ${named} from paywalls.seat s join paywalls.purchase u on u.community_id = $1 and u.id = s.purchase_id
   join paywalls.paywall w on w.community_id = $1 and w.id = u.paywall_id
   where s.community_id = $1 and s.id = any ($2::bigint[]) and not s.is_own and s.email <> '' and u.status not in ('pending', 'canceled', 'refunded')`,
)
/** Active members who look after what is sold. $2 last member, $3 rows. */
export const sellersRead = statement<{ id: number }>(
  'paywalls.sellers',
  `select m.id from kernel.member_card m where m.community_id = $1 and m.status = 'active' and m.id > $2 and ${holdsPermission('m', 'paywalls.manage')}
   order by m.id limit $3`,
)

/** What is kept on rows, counted anew. */
export const counters: Counter[] = [
  {
    kept: 'paywalls.paywall.holders_count',
    counted: 'select paywall_id as id, count(*) from paywalls.purchase where community_id = $1 and is_open group by paywall_id',
  },
  {
    kept: 'paywalls.price.active_count',
    counted: 'select price_id as id, count(*) from paywalls.purchase where community_id = $1 and is_open group by price_id',
  },
  {
    kept: 'paywalls.purchase.charges_quantity',
    counted: 'select purchase_id as id, count(*) from paywalls.charge where community_id = $1 and paid_at is not null group by purchase_id',
  },
  {
    kept: 'paywalls.purchase.total_paid',
    counted: 'select purchase_id as id, sum(amount) as count from paywalls.charge where community_id = $1 and paid_at is not null group by purchase_id',
  },
]

/** What selling tells of itself among the recent changes and on a person's page. */
import { formatMoney } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import { sellAt } from '../../selling/service/catalogue.ts'
import type { ChangeKind, PersonFact, TimelineSource } from '../../../../audience/contract.ts'

const permission = 'paywalls.manage'
const paywallAt = ({ subject }: { subject: string }) => `/settings/paywalls/${subject.split(':')[1]}`

interface PriceChange {
  price_id: number
  from_amount: number
  to_amount: number
}
const priceOf = ({ data }: { data: Record<string, unknown> }) => data as unknown as PriceChange

export const changes: ChangeKind[] = [
  {
    actions: ['paywall.price_changed'],
    group: 'prices',
    icon: 'tag',
    permission,
    to: paywallAt,
    async undoable(ctx, entries) {
      const rows = await ctx.sql<{ id: number; amount: number }>(
        `select id, amount::float8 as amount from paywalls.price where community_id = $1 and id = any ($2::bigint[]) and status = 'active'`,
        [entries.map((entry) => priceOf(entry).price_id)],
      )
      const amounts = new Map(rows.map(({ id, amount }) => [id, amount]))
      return entries.filter((entry) => amounts.get(priceOf(entry).price_id) === priceOf(entry).to_amount).map(({ id }) => id)
    },
    undo: (ctx, entry) => sellAt(ctx, Number(entry.subject.split(':')[1]), priceOf(entry).price_id, priceOf(entry).from_amount),
  },
  { actions: ['paywall.created', 'paywall.updated'], group: 'prices', icon: 'tag', permission, to: paywallAt },
  { actions: ['charge.refunded'], group: 'prices', icon: 'undo-2', permission, to: () => '/settings/paywalls/paywall_charges' },
  { actions: ['paywall.deleted'], group: 'deletions', icon: 'trash-2', permission },
]

/** Turns of subscriptions: the beginning and the end of a trial, and an end. */
export const turns: TimelineSource = {
  kind: 'subscriptions',
  permission,
  async of(ctx, memberId, before, limit) {
    const rows = await ctx.sql<{ kind: string; name: string; at: Date }>(
      `select case when h.kind = 'to_trial' then 'trialStarted' when h.data ->> 'from' = 'trial' then 'trialEnded' else 'subscriptionEnded' end as kind, p.name, h.at
       from paywalls.happening h join paywalls.purchase u on u.community_id = $1 and u.id = h.purchase_id
         join paywalls.paywall p on p.community_id = $1 and p.id = u.paywall_id
       where h.community_id = $1 and u.member_id = $2 and u.kind <> 'onetime' and h.at < $3
         and (h.kind in ('to_trial', 'to_canceled') or (h.kind in ('to_active', 'to_past_due') and h.data ->> 'from' = 'trial'))
       order by h.at desc limit $4`,
      [memberId, before, limit],
    )
    return rows.map(({ kind, name, at }) => ({ at, icon: 'refresh-cw', text: ctx.t(`timeline.${kind}`, { name }) }))
  },
}

export const paid: TimelineSource = {
  kind: 'payments',
  permission,
  async of(ctx, memberId, before, limit) {
    const rows = await ctx.sql<{ status: string; amount: number; currency: string; name: string; created_at: Date }>(
      `select c.status, c.amount::float8 as amount, c.currency, p.name, c.created_at from paywalls.charge c join paywalls.paywall p on p.community_id = $1 and p.id = c.paywall_id
       where c.community_id = $1 and c.member_id = $2 and c.created_at < $3 order by c.created_at desc limit $4`,
      [memberId, before, limit],
    )
    return rows.map(({ status, amount, currency, name, created_at }) => ({
      at: created_at,
      icon: 'credit-card',
      text: ctx.t(`timeline.${status === 'failed' || status === 'pending' ? status : 'paid'}`, { amount: formatMoney(ctx.locale, amount, currency), name }),
    }))
  },
}

/** What a member has paid less what they got back, by currency, the largest first. */
export const spentBy = (ctx: Ctx, memberId: number) =>
  ctx.sql<{ currency: string; amount: number; n: number }>(
    `select currency, sum(amount - refunded)::bigint as amount, count(*)::int as n from paywalls.charge where community_id = $1 and member_id = $2 and paid_at is not null
     group by currency order by 2 desc`,
    [memberId],
  )
export const spent: PersonFact = {
  permission,
  async of(ctx, memberId) {
    const rows = await spentBy(ctx, memberId)
    const value = rows.map(({ currency, amount }) => formatMoney(ctx.locale, Number(amount), currency)).join(' + ')
    return rows.length ? { label: ctx.t('fact.spent'), value } : null
  },
}

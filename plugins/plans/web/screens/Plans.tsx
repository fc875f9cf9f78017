/** `/settings/plans`: what is offered, beside what this community uses of it; the owner of the platform changes it in the same place. */
import { AdminPage, Badge, Card, CardHead, EmptyState, Icon, LinkButton, Query, Segment, Select, Skeleton, useRead, useSearch } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { CYCLES, type Cycle, type Overview, type Plan } from '../../contract.ts'
import { Addons } from '../components/Addons.tsx'
import { ChangeDialog } from '../components/ChangeDialog.tsx'
import { Compare } from '../components/Compare.tsx'
import { Coupons } from '../components/Coupons.tsx'
import { Customers } from '../components/Customers.tsx'
import { PlanColumn } from '../components/PlanColumn.tsx'
import { PlanForm } from '../components/PlanForm.tsx'
import { priceOf, usePlanWords } from '../components/words.ts'

const LIMIT_ICONS = { members: 'users', spaces: 'layout-grid', storage: 'database', seats: 'shield-check' } as const

export default function Plans() {
  const { t, money, day } = usePlanWords()
  const query = useRead(contract.routes.list, { query: { plan_type: 'all' } })
  const now = query.data?.subscription
  const sentence = now
    ? t(`now.${now.cancel_at ? 'ends' : now.status}`, {
        plan: t(`tier.${now.tier}`),
        cycle: t(`now.${now.billing_cycle}`),
        date: day((now.cancel_at ?? now.renews_at ?? '') as string),
        amount: money(now.amount, now.billing_currency, true),
      })
    : query.data && t('now.none', { plan: t(`tier.${query.data.current_tier}`) })
  return (
    <AdminPage
      name="plans/Plans"
      title={t('plans.title')}
      text={sentence ?? t('plans.text')}
      who="plans.manage"
      wide
      actions={[now && { label: t('plan.billing'), icon: 'receipt', to: '/settings/billing' }]}
    >
      <Query query={query} skeleton={<PlansSkeleton />}>
        {(overview) => <Table overview={overview} />}
      </Query>
    </AdminPage>
  )
}

function Table({ overview }: { overview: Overview }) {
  const { t } = usePlanWords()
  const { records, subscription, can_edit: canEdit, currencies } = overview
  const [cycle, setCycle] = useState<Cycle>(subscription?.billing_cycle ?? 'yearly')
  const [chosenCurrency, setCurrency] = useState(overview.currency)
  const currency = subscription && subscription.status !== 'canceled' ? subscription.billing_currency : chosenCurrency
  const [chosen, setChosen] = useState<Plan | null>(null)
  const [editing, setEditing] = useState<number | null>(null)
  const coupon = Number(useSearch().get('plan_coupon_id')) || undefined
  const edited = records.find(({ id }) => id === editing)

  if (records.length === 0)
    return (
      <Card>
        <EmptyState
          icon="layers"
          title={t('none.title')}
          text={t('none.text', { plan: t(`tier.${overview.current_tier}`) })}
          action={<LinkButton to="/settings/plugins">{t('none.action')}</LinkButton>}
        />
      </Card>
    )
  const saved = monthsFree(records, currency)
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center justify-end gap-2.5">
        {canEdit && !records.some(({ is_offered }) => is_offered) && <p className="me-auto text-13 text-text-2">{t('owner.none')}</p>}
        {saved > 0 && <Badge tone="success">{t('cycle.free', { count: saved })}</Badge>}
        {currencies.length > 1 && (
          <Select
            aria-label={t('currency')}
            size="sm"
            className="w-24!"
            value={currency ?? ''}
            disabled={subscription !== null && subscription.status !== 'canceled'}
            onChange={(event) => setCurrency(event.target.value)}
            options={currencies.map((value) => ({ value, label: value.toUpperCase() }))}
          />
        )}
        <Segment label={t('cycle')} value={cycle} onChange={setCycle} items={CYCLES.map((value) => ({ value, label: t(`cycle.${value}`) }))} />
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,280px),1fr))] gap-4">
        {records.map((plan) => (
          <PlanColumn
            key={plan.id}
            plan={plan}
            overview={overview}
            cycle={cycle}
            currency={currency}
            onChoose={setChosen}
            onEdit={canEdit ? ({ id }) => setEditing(id) : null}
          />
        ))}
      </div>
      <AtLimits />
      <Addons subscription={subscription} canEdit={canEdit} cycle={cycle} currency={currency} />
      <Compare plans={records} />
      {canEdit && <Coupons />}
      {canEdit && <Customers />}
      {chosen && currency && (
        <ChangeDialog plan={chosen} overview={overview} cycle={cycle} currency={currency} coupon={coupon} onClose={() => setChosen(null)} />
      )}
      {edited && <PlanForm key={edited.id} plan={edited} onClose={() => setEditing(null)} />}
    </div>
  )
}

/** Whole months that a year costs less than twelve, of the plan where it is least. */
function monthsFree(plans: Plan[], currency: string | null): number {
  const months = plans.flatMap((plan) => {
    const [month, year] = [priceOf(plan, 'monthly', currency), priceOf(plan, 'yearly', currency)]
    return month && year ? [Math.floor(12 - year / month + 0.01)] : []
  })
  return months.length ? Math.min(...months) : 0
}

function AtLimits() {
  const { t } = usePlanWords()
  return (
    <Card as="section" aria-label={t('at.title')}>
      <CardHead title={t('at.title')} text={t('at.text')} />
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,220px),1fr))]">
        {(['members', 'spaces', 'storage', 'seats'] as const).map((limit) => (
          <li key={limit} className="flex gap-3 px-5 py-4 text-13 text-text-2">
            <Icon name={LIMIT_ICONS[limit]} className="mt-px text-text-3" />
            <span>
              <span className="block font-medium text-text">{t(`limit.${limit}`)}</span>
              {t(`at.${limit}`)}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const PlansSkeleton = () => (
  <div className="grid gap-4">
    <Skeleton w="40%" h={32} />
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,280px),1fr))] gap-4">
      <Skeleton w="100%" h={520} />
      <Skeleton w="100%" h={520} />
      <Skeleton w="100%" h={520} />
    </div>
  </div>
)

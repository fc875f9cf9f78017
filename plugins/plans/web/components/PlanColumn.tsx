/** One plan as a column: what it costs, what there is to do with it, what one uses of it, what it has. */
import { TIERS } from '@atrium/sdk'
import { Badge, Button, Card, cx, Icon, LinkButton } from '@atrium/sdk/web'
import type { Cycle, Overview, Plan } from '../../contract.ts'
import { Meter } from './Meter.tsx'
import { priceOf, useFeatures, usePlanWords } from './words.ts'

const LIMITS = ['members', 'spaces', 'storage', 'seats'] as const

interface Props {
  plan: Plan
  overview: Overview
  cycle: Cycle
  currency: string | null
  onChoose: (plan: Plan) => void
  onEdit: ((plan: Plan) => void) | null
}

export function PlanColumn({ plan, overview, cycle, currency, onChoose, onEdit }: Props) {
  const { t } = usePlanWords()
  const name = t(`tier.${plan.tier}`)
  const current = plan.tier === overview.current_tier
  return (
    <Card as="article" aria-label={name} className={cx('grid content-start', current && 'border-brand shadow-[inset_0_0_0_1px_var(--brand-color)]')}>
      <div className="p-5">
        <div className="flex min-h-7 items-center gap-2">
          <h2 className="text-20">{name}</h2>
          <span className="grow" />
          {current && <Badge tone="brand">{t('plan.yours')}</Badge>}
          {!plan.is_offered && <Badge>{t('plan.hidden')}</Badge>}
        </div>
        <p className="min-h-10 text-13 text-text-2">{plan.description || t(`plan.about.${plan.tier}`)}</p>
        <PriceTag plan={plan} cycle={cycle} currency={currency} />
        <div className="mt-3.5 grid gap-2">
          <Act plan={plan} overview={overview} cycle={cycle} currency={currency} onChoose={onChoose} />
          {onEdit && (
            <Button block icon="pencil" onClick={() => onEdit(plan)} aria-label={t('edit.title', { plan: name })}>
              {t('edit.act')}
            </Button>
          )}
        </div>
      </div>
      <div className="grid gap-4 border-t p-5">
        <h3 className="text-12 font-normal text-text-2">{t('plan.usage')}</h3>
        {LIMITS.map((limit) => (
          <Meter key={limit} limit={limit} used={overview.usage[limit]} max={current ? overview.limits[limit] : plan.limits[limit]} plan={name} />
        ))}
      </div>
      <Included plan={plan} plans={overview.records} />
    </Card>
  )
}

function PriceTag({ plan, cycle, currency }: Pick<Props, 'plan' | 'cycle' | 'currency'>) {
  const { t, money } = usePlanWords()
  const amount = priceOf(plan, cycle, currency)
  if (amount === undefined || !currency)
    return (
      <div className="mt-3 min-h-16">
        <p className="text-24 font-semibold">{t('plan.unpriced')}</p>
      </div>
    )
  // what a year costs is said as what that makes a month, as the other columns say it
  const month = cycle === 'yearly' ? Math.round(amount / 12) : amount
  return (
    <div className="mt-3 min-h-16">
      <p>
        <span className="text-32 font-semibold tracking-tight tabular-nums">{money(month, currency, true)}</span>{' '}
        <span className="text-text-2">{t('plan.a_month')}</span>
      </p>
      <p className="text-13 text-text-2">
        {cycle === 'yearly' ? t('plan.billed.yearly', { amount: money(amount, currency, true) }) : t('plan.billed.monthly')}
      </p>
    </div>
  )
}

function Act({ plan, overview, cycle, currency, onChoose }: Pick<Props, 'plan' | 'overview' | 'cycle' | 'currency' | 'onChoose'>) {
  const { t } = usePlanWords()
  const { subscription, usage } = overview
  const name = t(`tier.${plan.tier}`)
  const held = subscription !== null && ['trialing', 'active', 'past_due', 'unpaid'].includes(subscription.status)
  if (!plan.is_offered && !held) return null
  if (held && subscription.plan_id === plan.id && subscription.billing_cycle === cycle)
    return (
      <LinkButton block to="/settings/billing">
        {t('plan.billing')}
      </LinkButton>
    )
  const small = LIMITS.some((limit) => plan.limits[limit] !== null && usage[limit] > plan.limits[limit]!)
  const smaller = TIERS.indexOf(plan.tier) < TIERS.indexOf(overview.current_tier)
  const priced = priceOf(plan, cycle, held ? subscription.billing_currency : currency) !== undefined
  if (small || !priced || !plan.is_offered)
    return (
      <Button block disabled>
        {t(small ? 'plan.too_small' : 'plan.no_price')}
      </Button>
    )
  const label = held && subscription.plan_id === plan.id ? t(`plan.cycle.${cycle}`) : held ? t('plan.move', { plan: name }) : t('plan.take', { plan: name })
  return (
    <Button block variant={smaller ? undefined : 'primary'} onClick={() => onChoose(plan)}>
      {label}
    </Button>
  )
}

/** How many names are said before the rest is a number. */
const NAMED = 4
function Included({ plan, plans }: { plan: Plan; plans: Plan[] }) {
  const { t } = usePlanWords()
  const features = useFeatures()
  const below = plans[plans.indexOf(plan) - 1]
  const own = features.filter(({ tiers }) => tiers.includes(plan.tier) && !(below && tiers.includes(below.tier)))
  return (
    <ul className="grid gap-2.5 border-t p-5 text-13">
      <li className="flex gap-2.5">
        <Icon name="check" size="sm" className="mt-0.5 text-success" />
        <span>
          {below && own.length === 0
            ? t('plan.same', { plan: t(`tier.${below.tier}`) })
            : below
              ? t('plan.everything', { plan: t(`tier.${below.tier}`), count: own.length })
              : t('plan.features', { count: own.length })}
          {own.length > 0 && (
            <span className="block text-text-2">
              {own
                .slice(0, NAMED)
                .map(({ title }) => title)
                .join(', ')}
            </span>
          )}
        </span>
      </li>
      {plan.trial_days > 0 && (
        <li className="flex gap-2.5">
          <Icon name="check" size="sm" className="mt-0.5 text-success" />
          {t('plan.trial', { count: plan.trial_days })}
        </li>
      )}
    </ul>
  )
}

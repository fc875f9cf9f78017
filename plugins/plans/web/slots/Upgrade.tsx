/** A feature that needs a higher plan: what it does, which plan has it, what else comes with that, and the way there. */
import { Badge, Button, Icon, LinkButton, PlanTooLow, translate, useRead, useSession } from '@atrium/sdk/web'
import { TIERS, type Tier } from '@atrium/sdk'
import { useState } from 'react'
import contract from '../../contract.ts'
import { ChangeDialog } from '../components/ChangeDialog.tsx'
import { priceOf, useFeatures, usePlanWords } from '../components/words.ts'

export default function Upgrade({ plugin, title, tier }: { plugin: string; title: string; tier: string }) {
  const { can } = useSession()
  const manages = can('plans.manage')
  return manages ? <Offer plugin={plugin} title={title} tier={tier} /> : <PlanTooLow plugin={title} tier={tier} />
}

function Offer({ plugin, title, tier }: { plugin: string; title: string; tier: string }) {
  const { t, money } = usePlanWords()
  const [open, setOpen] = useState(false)
  const features = useFeatures()
  const overview = useRead(contract.routes.list)
  const now = overview.data?.subscription
  const next = useRead(contract.routes.nextPlan, { params: { planId: now?.plan_id ?? 0 }, query: { features: plugin } }, { enabled: overview.isSuccess })
  const plan = next.data?.plan && overview.data?.records.find(({ id }) => id === next.data.plan!.id)
  if (next.isSuccess && !plan) return <PlanTooLow plugin={title} tier={tier} text={t('upgrade.not_sold')} />
  const name = t(`tier.${plan?.tier ?? tier}`)
  const description = translate(plugin, 'plugin.description')
  const held = now?.tier as Tier | undefined
  const more = features.filter(({ id, tiers }) => id !== plugin && tiers.includes(plan?.tier ?? tier) && !tiers.includes(held ?? TIERS[0])).slice(0, 5)
  const cycle = now?.billing_cycle ?? 'yearly'
  const currency = now?.billing_currency ?? overview.data?.currency ?? null
  const amount = plan ? priceOf(plan, cycle, currency) : undefined
  return (
    <div className="mx-auto grid max-w-[1160px] items-center gap-8 px-5 py-10 desk:grid-cols-2 desk:gap-12">
      <div>
        <Badge tone="brand" icon="lock">
          {t('upgrade.with', { plan: name })}
        </Badge>
        <h2 className="mt-4 text-32 text-balance">{title}</h2>
        {description !== 'plugin.description' && <p className="mt-3 max-w-[48ch] text-17 text-text-2">{description}</p>}
        <div className="mt-7 flex flex-wrap gap-2">
          <Button variant="primary" size="lg" disabled={!plan || amount === undefined} onClick={() => setOpen(true)}>
            {t('upgrade.act', { plan: name })}
          </Button>
          <LinkButton size="lg" to="/settings/plans">
            {t('upgrade.compare')}
          </LinkButton>
        </div>
        {amount !== undefined && currency && (
          <p className="mt-3 text-13 text-text-2">{t('upgrade.price', { amount: money(amount, currency, true), each: t(`each.${cycle}`), plan: name })}</p>
        )}
      </div>
      {more.length > 0 && (
        <div className="rounded-2xl bg-brand-soft p-8 text-on-brand-soft">
          <p className="mb-4 font-semibold">{t('upgrade.also', { plan: name })}</p>
          <ul className="grid gap-3">
            {more.map((feature) => (
              <li key={feature.id} className="flex gap-2.5">
                <Icon name="check" size="sm" className="mt-1" />
                {feature.title}
              </li>
            ))}
          </ul>
        </div>
      )}
      {open && plan && overview.data && currency && (
        <ChangeDialog plan={plan} overview={overview.data} cycle={cycle} currency={currency} onClose={() => setOpen(false)} />
      )}
    </div>
  )
}

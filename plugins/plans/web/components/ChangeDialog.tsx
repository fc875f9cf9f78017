/** What a change of plan costs today and later, before it is made; a smaller plan begins with the next period. */
import { TIERS } from '@atrium/sdk'
import { Button, Dialog, Note, Query, SkeletonText, toast, useRead, useWrite } from '@atrium/sdk/web'
import contract, { type Cycle, type Overview, type Plan } from '../../contract.ts'
import { usePlanWords } from './words.ts'

const { routes } = contract

/** Pages of the provider lie elsewhere. */
export const goTo = (url: string | null): void => {
  if (url) window.location.assign(url)
}

export function ChangeDialog({
  plan,
  overview,
  cycle,
  currency,
  coupon,
  onClose,
}: {
  plan: Plan
  overview: Overview
  cycle: Cycle
  currency: string
  /** Of the link that led here. */
  coupon?: number
  onClose: () => void
}) {
  const { t, money, day } = usePlanWords()
  const { subscription } = overview
  const held = subscription !== null && ['trialing', 'active', 'past_due', 'unpaid'].includes(subscription.status)
  const smaller = held && TIERS.indexOf(plan.tier) < TIERS.indexOf(subscription.tier)
  const name = t(`tier.${plan.tier}`)
  const preview = useRead(
    routes.prorations,
    { query: { new_plan_id: plan.id, billing_cycle: cycle, billing_currency: currency, plan_coupon_id: coupon } },
    { staleTime: 0 },
  )
  const options = { invalidates: [contract], onError: (error: Error) => toast.error(error.message) }
  const said = (key: string) => {
    toast.success(t(key, { plan: name }))
    onClose()
  }
  const subscribe = useWrite(routes.subscribe, { ...options, onSuccess: ({ url }) => (url ? goTo(url) : said('change.asked')) })
  const update = useWrite(routes.update, { ...options, onSuccess: () => said('change.done') })
  const schedule = useWrite(routes.scheduleDowngrade, { ...options, onSuccess: () => said('change.scheduled') })
  const body = { plan_id: plan.id, billing_cycle: cycle, plan_coupon_id: coupon }
  const act = () => {
    if (!held) subscribe.mutate({ body: { ...body, billing_currency: currency } })
    else if (smaller) schedule.mutate({ params: { id: subscription.id }, body })
    else update.mutate({ params: { id: subscription.id }, body })
  }
  const busy = subscribe.isPending || update.isPending || schedule.isPending
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(held ? 'change.title' : 'change.take', { plan: name })}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" loading={busy} disabled={!preview.data} onClick={act}>
            {!preview.data
              ? t('change.act')
              : smaller
                ? t('change.schedule')
                : t(held ? 'change.pay' : 'change.go', { amount: money(preview.data.due_now, preview.data.currency) })}
          </Button>
        </>
      }
    >
      <Query query={preview} skeleton={<SkeletonText lines={3} />}>
        {(said) => (
          <div className="grid gap-4">
            {said.lines.length > 0 && (
              <ul className="divide-y divide-border rounded-md border text-13">
                {said.lines.map((line) => (
                  <li key={line.text} className="flex justify-between gap-4 px-3 py-2">
                    <span>{line.text}</span>
                    <span className="tabular-nums">{money(line.amount, said.currency)}</span>
                  </li>
                ))}
              </ul>
            )}
            <dl className="grid gap-1.5">
              <div className="flex justify-between gap-4 font-semibold">
                <dt>{t('change.today')}</dt>
                <dd className="tabular-nums">{money(said.due_now, said.currency)}</dd>
              </div>
              <div className="flex justify-between gap-4 text-text-2">
                <dt>{said.next_at ? t(`change.then.${cycle}`, { date: day(said.next_at as string) }) : t(`change.each.${cycle}`)}</dt>
                <dd className="tabular-nums">{money(said.next_amount, said.currency)}</dd>
              </div>
            </dl>
            {said.coupon && <p className="text-13 text-text-2">{t('change.coupon', said.coupon)}</p>}
            {smaller && <Note title={t('change.smaller')}>{t('change.smaller_text', { plan: t(`tier.${subscription.tier}`) })}</Note>}
            {!held && <p className="text-13 text-text-2">{t('change.hosted')}</p>}
          </div>
        )}
      </Query>
    </Dialog>
  )
}

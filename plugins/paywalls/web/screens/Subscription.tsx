/** One subscription: a time line of all that happened, with what may be done at the right. */
import { formatMoney } from '@atrium/sdk'
import {
  AdminPage,
  Badge,
  Button,
  Card,
  CardHead,
  Chip,
  cx,
  formatTime,
  Icon,
  Note,
  Query,
  Skeleton,
  Time,
  useLocale,
  useParams,
  useRead,
  useT,
} from '@atrium/sdk/web'
import type { RouteReply } from '@atrium/sdk'
import { useState } from 'react'
import { EvidenceLine } from '../components/admin/EvidenceLine.tsx'
import contract from '../../contract.ts'
import { Acts } from '../components/admin/Acts.tsx'
import { Refund } from '../components/admin/Refund.tsx'
import { PurchaseBadge } from '../components/StateBadge.tsx'

const { routes } = contract
type One = RouteReply<typeof routes.subscription>
const GROUPS = ['all', 'payment', 'mail', 'access'] as const

export default function Subscription() {
  const t = useT()
  const { id } = useParams<{ id: string }>()
  const query = useRead(routes.subscription, { params: { id: Number(id) } })
  const it = query.data
  return (
    <AdminPage
      name="paywalls/Subscription"
      title={it?.community_member_name ?? t('admin.subscriptions')}
      text={
        it && (
          <span className="flex flex-wrap items-center gap-2">
            <PurchaseBadge status={it.status} ends={it.ends_at !== null || it.leaves_at !== null} /> {it.paywall_name}, {it.price_name}
          </span>
        )
      }
      back={{ to: '/settings/paywalls/paywall_subscriptions', label: t('admin.subscriptions') }}
      actions={
        [it?.community_member_public_uid && { label: t('charges.member'), icon: 'external-link', to: `/u/${it.community_member_public_uid}` }].filter(
          (action) => Boolean(action),
        ) as { label: string; icon: string; to: string }[]
      }
      who="paywalls.manage"
      wide
    >
      <Query query={query} skeleton={<Skeleton w="100%" h={600} />}>
        {(shown) => <Shown it={shown} />}
      </Query>
    </AdminPage>
  )
}

function Shown({ it }: { it: One }) {
  const t = useT()
  const locale = useLocale()
  const say = (amount: number) => formatMoney(locale, amount, it.currency)
  const next = it.leaves_at ? null : (it.renews_at ?? it.trial_ends_at)
  const day = (at: string) => formatTime(at, { kind: 'date' })
  const stats = [
    { key: 'paid', value: say(it.total_amount_paid), text: t('one.charges', { count: it.charges_quantity }) },
    { key: 'since', value: formatTime(it.created_at, { kind: 'date' }), text: it.paywall_coupon_code ? t('one.coupon', { code: it.paywall_coupon_code }) : '' },
    {
      key: 'next',
      value: next ? say(it.amount) : '–',
      text: next ? day(next) : it.leaves_at ? t('one.leaves', { date: day(it.leaves_at) }) : it.ends_at ? t('one.ends', { date: day(it.ends_at) }) : '',
    },
  ]
  return (
    <div className="grid gap-4">
      <Card className="grid desk:grid-cols-3 desk:divide-x desk:divide-border">
        {stats.map(({ key, value, text }) => (
          <section key={key} className="p-4 max-desk:not-first:border-t desk:p-5">
            <h2 className="text-13 font-normal text-text-2">{t(`one.${key}`)}</h2>
            <p className="text-20 font-semibold tabular-nums">{value}</p>
            <p className="text-12 text-text-2">{text}</p>
          </section>
        ))}
      </Card>
      <div className="grid items-start gap-4 desk:grid-cols-[minmax(0,1fr)_320px]">
        <Timeline it={it} />
        <div className="grid gap-4">
          <Acts it={it} />
          <Card pad>
            <h2 className="mb-3 text-17">{t('one.facts')}</h2>
            <dl className="grid gap-2 text-13">
              {(
                [
                  ['price', it.price_name],
                  ['credit', it.credit_until && t('change.creditUntil', { amount: say(it.credit), date: formatTime(it.credit_until, { kind: 'date' }) })],
                  ['method', it.facts.payment_method],
                  ['country', [it.facts.country, it.facts.tax_rate ? `${it.facts.tax_rate / 100}%` : null].filter(Boolean).join(', ')],
                  ['evidence', (it.facts.evidence.card_country || it.facts.tax_id) && <EvidenceLine evidence={it.facts.evidence} />],
                  ['seats', it.facts.seats && t('seats.used', { used: it.facts.seats.used, count: it.facts.seats.count })],
                  ['broughtBy', it.facts.brought_by],
                  ['number', it.processor_id],
                ] as const
              )
                .filter(([, value]) => value)
                .map(([key, value]) => (
                  <div key={key} className="flex justify-between gap-4">
                    <dt className="text-text-2">{t(`one.${key}`)}</dt>
                    <dd className="min-w-0 text-end wrap-anywhere">{value}</dd>
                  </div>
                ))}
            </dl>
          </Card>
          {it.survey && (
            <Note title={t(`leaving.${it.survey.reason}`)} icon="message-square">
              {it.survey.comment || t('one.noComment')}
            </Note>
          )}
        </div>
      </div>
    </div>
  )
}

const ICONS: Record<string, [icon: string, tone: string]> = {
  paid: ['check', 'bg-success-soft text-success'],
  payment_failed: ['x', 'bg-danger-soft text-danger'],
  disputed: ['shield-alert', 'bg-danger-soft text-danger'],
  refunded: ['undo-2', 'bg-hover text-text-2'],
  mailed: ['mail', 'bg-hover text-text-2'],
  opened: ['lock-open', 'bg-info-soft text-info'],
  closed: ['lock', 'bg-hover text-text-2'],
}
function Timeline({ it }: { it: One }) {
  const t = useT()
  const locale = useLocale()
  const [group, setGroup] = useState<(typeof GROUPS)[number]>('all')
  const [refund, setRefund] = useState<{ id: number; amount_to_refund: number; currency: string; community_member_name: string | null } | null>(null)
  const charges = useRead(routes.charges, { query: { subscription_id: it.id, per_page: 100 } })
  const chargeOf = new Map((charges.data?.records ?? []).map((charge) => [charge.id, charge]))
  const shown = it.timeline.filter((one) => group === 'all' || one.group === group)
  const byMonth = [...Map.groupBy(shown, ({ at }) => at.slice(0, 7))]
  return (
    <Card className="min-w-0">
      <CardHead
        title={t('one.timeline')}
        action={
          <span className="flex flex-wrap gap-1.5">
            {GROUPS.map((key) => (
              <Chip key={key} size="sm" pressed={group === key} onClick={() => setGroup(key)}>
                {t(`one.group.${key}`)}
              </Chip>
            ))}
          </span>
        }
      />
      <ol className="p-4 desk:p-5">
        {byMonth.map(([month, rows]) => (
          <li key={month}>
            <p className="mb-2 ms-11 text-12 text-text-3">
              {new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${month}-15T00:00:00Z`))}
            </p>
            <ol>
              {rows.map((one) => {
                const [icon, tone] = ICONS[one.kind] ?? ['refresh-cw', 'bg-hover text-text-2']
                const charge = one.charge_id && one.kind === 'paid' ? chargeOf.get(one.charge_id) : undefined
                return (
                  <li
                    key={one.id}
                    className="relative flex gap-3 pb-5 before:absolute before:top-8 before:bottom-0 before:start-4 before:w-px before:bg-border"
                  >
                    <span className={cx('grid size-8 shrink-0 place-items-center rounded-full', tone)}>
                      <Icon name={icon} size="sm" />
                    </span>
                    <div className="min-w-0 flex-1 pt-1">
                      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
                        <span className="font-medium">
                          {one.title}{' '}
                          {one.amount !== null && one.currency && <span className="ms-1 tabular-nums">{formatMoney(locale, one.amount, one.currency)}</span>}
                        </span>
                        <Time value={one.at} kind="short" className="text-12 text-text-3" />
                      </p>
                      {(one.text || one.actor_name) && (
                        <p className="text-13 text-text-2 wrap-anywhere">
                          {[one.text, one.actor_name && t('one.by', { name: one.actor_name })].filter(Boolean).join(' · ')}
                        </p>
                      )}
                      {charge && (
                        <p className="mt-1 flex gap-3 text-13">
                          {charge.number && (
                            <a
                              className="text-link underline"
                              target="_blank"
                              rel="noreferrer"
                              href={`/internal_api/account_subscriptions/charges/${charge.id}/receipt`}
                            >
                              {t('charges.receipt', { number: charge.number })}
                            </a>
                          )}
                          {charge.refundable && (
                            <Button size="sm" variant="ghost" onClick={() => setRefund(charge)}>
                              {t('refund.title')}
                            </Button>
                          )}
                          {charge.status !== 'paid' && <Badge>{t(`charge.${charge.status}`)}</Badge>}
                        </p>
                      )}
                    </div>
                  </li>
                )
              })}
            </ol>
          </li>
        ))}
        {shown.length === 0 && <li className="py-6 text-center text-text-2">{t('one.nothing')}</li>}
      </ol>
      {refund && <Refund charge={refund} onClose={() => setRefund(null)} />}
    </Card>
  )
}

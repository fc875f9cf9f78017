/** One's own billing: what one holds, the card, what stands on the invoices, the receipts. */
import { formatMoney } from '@atrium/sdk'
import {
  AccountFrame,
  Button,
  Card,
  CardHead,
  EmptyState,
  LoadMore,
  Query,
  Skeleton,
  toast,
  useEvent,
  useLocale,
  useQueryCache,
  useRead,
  useReadPages,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { Field, Select, SettingsForm, Time } from '@atrium/sdk/web'
import contract from '../../contract.ts'
import { HeldSeat } from '../components/billing/HeldSeat.tsx'
import { Plan } from '../components/billing/Plan.tsx'
import { ToPay } from '../components/ToPay.tsx'
import { countries } from '../components/money.ts'
import { ChargeBadge } from '../components/StateBadge.tsx'

const { routes, events } = contract

export default function Billing() {
  const t = useT()
  const locale = useLocale()
  const cache = useQueryCache()
  const query = useRead(routes.own)
  useEvent(events['paywalls.subscription'], () => void cache.invalidate(contract))
  const charges = useReadPages(routes.ownCharges, { query: { per_page: 10 } })
  const card = useWrite(routes.methodSession, { onSuccess: ({ url }) => location.assign(url), onError: (error) => toast.error(error.message) })
  return (
    <AccountFrame name="paywalls/Billing" title={t('billing.title')}>
      <Query query={query} skeleton={<Skeleton w="100%" h={520} />}>
        {(own) => (
          <div className="grid gap-4">
            {own.open_invoices.map((invoice) => (
              <Card key={invoice.id} pad>
                <h2 className="text-17">{`${t('billing.open')}: ${invoice.name}`}</h2>
                <p className="mt-1 mb-3 text-text-2">{t('billing.openText')}</p>
                <ToPay invoice={invoice} how={own.how_to_pay} />
              </Card>
            ))}
            {own.subscriptions.length === 0 && own.held_seats.length === 0 && own.open_invoices.length === 0 && (
              <Card>
                <EmptyState icon="credit-card" title={t('billing.none')} text={t('billing.noneText')} />
              </Card>
            )}
            {own.subscriptions.map((subscription) => (
              <Plan key={subscription.id} subscription={subscription} onOtherCard={own.can_change_method ? () => card.mutate() : undefined} />
            ))}
            {own.held_seats.map((seat) => (
              <HeldSeat key={seat.id} seat={seat} />
            ))}
            <div className="grid items-start gap-4 desk:grid-cols-2">
              <div className="grid gap-4">
                {own.payment_method && (
                  <Card pad>
                    <h2 className="text-17">{t('billing.method')}</h2>
                    <div className="mt-3 flex items-center justify-between gap-3">
                      <span className="font-medium capitalize">{own.payment_method}</span>
                      {own.can_change_method && (
                        <Button size="sm" loading={card.isPending} onClick={() => card.mutate()}>
                          {t('billing.changeMethod')}
                        </Button>
                      )}
                    </div>
                  </Card>
                )}
                <SettingsForm
                  saved={own.details}
                  save={routes.updateDetails}
                  recordOf={(reply) => reply}
                  onSaved={() => void cache.invalidate(routes.own)}
                  words="details"
                  sections={(edits) => [
                    {
                      title: t('details.title'),
                      text: t('details.text'),
                      fields: [
                        'business_name',
                        'tax_id',
                        'address',
                        <CountryRow
                          key="country"
                          value={edits.value.country ?? ''}
                          onChange={(country) => edits.set({ country })}
                          options={countries(locale)}
                        />,
                      ],
                    },
                  ]}
                />
              </div>
              <Card>
                <CardHead
                  title={t('billing.receipts')}
                  text={
                    own.charges_count > 0
                      ? t('billing.together', {
                          count: own.charges_count,
                          amount: own.total_paid.map(({ amount, currency }) => formatMoney(locale, amount, currency)).join(', '),
                        })
                      : undefined
                  }
                />
                <Query
                  query={charges}
                  skeleton={<Skeleton w="100%" h={160} />}
                  isEmpty={({ pages }) => pages[0]!.records.length === 0}
                  empty={<EmptyState icon="receipt" title={t('billing.noReceipts')} text={t('billing.noReceiptsText')} />}
                >
                  {({ pages }) => (
                    <ul className="divide-y divide-border">
                      {pages
                        .flatMap(({ records }) => records)
                        .map((charge) => (
                          <li key={charge.id} className="flex items-center gap-3 px-4 py-3 desk:px-5">
                            <span className="min-w-0 flex-1">
                              <Time value={charge.created_at} kind="day" className="font-medium" />
                              <span className="block truncate text-13 text-text-2">
                                {charge.description || charge.paywall_name}
                                {charge.paywall_coupon_code && `, ${charge.paywall_coupon_code}`}
                              </span>
                            </span>
                            {charge.status !== 'paid' && <ChargeBadge status={charge.status} />}
                            <span className="tabular-nums">{formatMoney(locale, charge.amount, charge.currency)}</span>
                            {charge.number && (
                              <a
                                className="text-13 text-link underline"
                                href={`/internal_api/account_subscriptions/charges/${charge.id}/receipt`}
                                target="_blank"
                                rel="noreferrer"
                                aria-label={t('billing.pdfOf', { number: charge.number })}
                              >
                                PDF
                              </a>
                            )}
                          </li>
                        ))}
                    </ul>
                  )}
                </Query>
                <LoadMore query={charges} className="pb-4" />
              </Card>
            </div>
          </div>
        )}
      </Query>
    </AccountFrame>
  )
}

function CountryRow({ value, onChange, options }: { value: string; onChange: (value: string) => void; options: { value: string; label: string }[] }) {
  const t = useT()
  return (
    <Field label={t('details.country')}>
      <Select value={value} onChange={(event) => onChange(event.target.value)} options={[{ value: '', label: t('order.choose') }, ...options]} />
    </Field>
  )
}

/** `/settings/billing`: the community's plan as it is paid for, what comes next, and every bill. */
import {
  AdminPage,
  Badge,
  Button,
  Card,
  CardHead,
  EmptyState,
  LinkButton,
  Note,
  Query,
  Skeleton,
  Time,
  toast,
  useConfirm,
  useRead,
  useReadPages,
  useWrite,
  PagedTable,
} from '@atrium/sdk/web'
import contract, { type Invoice, type Subscription } from '../../contract.ts'
import { goTo } from '../components/ChangeDialog.tsx'
import { TONES } from '../components/Customers.tsx'
import { usePlanWords } from '../components/words.ts'

const { routes } = contract
/** While a payment is on its way to us. */
const LOOK_MS = 3_000
const INVOICE_TONES = { pending: 'neutral', paid: 'success', failed: 'danger' } as const

export default function Billing() {
  const { t } = usePlanWords()
  const query = useRead(routes.subscription, {}, { refetchInterval: (read) => read?.subscription?.status === 'incomplete' && LOOK_MS })
  return (
    <AdminPage
      name="plans/Billing"
      title={t('billing.title')}
      text={t('billing.text')}
      who="plans.manage"
      actions={[{ label: t('billing.plans'), icon: 'layers', to: '/settings/plans' }]}
    >
      <Query query={query} skeleton={<Skeleton w="100%" h={260} />}>
        {({ subscription }) =>
          subscription ? (
            <div className="grid gap-5">
              <PlanCard subscription={subscription} />
              <Invoices />
            </div>
          ) : (
            <Card>
              <EmptyState
                icon="receipt"
                title={t('billing.none')}
                text={t('billing.none_text')}
                action={
                  <LinkButton variant="primary" to="/settings/plans">
                    {t('billing.see')}
                  </LinkButton>
                }
              />
            </Card>
          )
        }
      </Query>
    </AdminPage>
  )
}

function PlanCard({ subscription }: { subscription: Subscription }) {
  const { t, money, day } = usePlanWords()
  const confirm = useConfirm()
  const { id, status, method, scheduled_downgrade: downgrade, cancel_at: cancelAt } = subscription
  const plan = t(`tier.${subscription.tier}`)
  const params = { params: { id } }
  const options = { invalidates: [contract], onError: (error: Error) => toast.error(error.message) }
  const renew = useWrite(routes.renew, { ...options, onSuccess: ({ url }) => (url ? goTo(url) : toast.success(t('billing.renewed'))) })
  const cancel = useWrite(routes.cancel, { ...options, onSuccess: () => toast.success(t('billing.cancelled')) })
  const keep = useWrite(routes.cancelDowngrade, { ...options, onSuccess: () => toast.success(t('billing.kept', { plan })) })
  const card = useWrite(routes.changeMethod, { ...options, onSuccess: ({ url }) => (url ? goTo(url) : toast.error(t('billing.no_page'))) })
  const askCancel = async () => {
    const date = subscription.renews_at ? day(subscription.renews_at as string) : ''
    if (await confirm({ title: t('billing.cancel_title', { plan }), text: t('billing.cancel_text', { date }), action: t('billing.cancel'), tone: 'danger' }))
      cancel.mutate(params)
  }
  const live = ['trialing', 'active', 'past_due'].includes(status)
  const failing = status === 'past_due' || status === 'unpaid'
  return (
    <Card as="section" aria-label={t('billing.plan')}>
      <CardHead
        title={plan}
        text={`${money(subscription.amount, subscription.billing_currency)} ${t(`each.${subscription.billing_cycle}`)}`}
        action={<Badge tone={TONES[status]}>{t(`status.${status}`)}</Badge>}
      />
      <div className="grid gap-4 p-5">
        {subscription.is_test && <Note title={t('billing.test')}>{t('billing.test_text')}</Note>}
        {status === 'incomplete' && <Note title={t('billing.waiting')}>{t('billing.waiting_text')}</Note>}
        {failing && (
          <Note tone="warning" title={t('billing.failed')}>
            {t(status === 'unpaid' ? 'billing.unpaid_text' : 'billing.failed_text')}
          </Note>
        )}
        {cancelAt && live && (
          <Note tone="warning" title={t('billing.ends', { date: day(cancelAt as string) })}>
            {t('billing.ends_text')}
          </Note>
        )}
        {downgrade && (
          <Note title={t('billing.downgrade', { plan: t(`tier.${downgrade.tier}`), date: day(downgrade.at as string) })}>
            {t('billing.downgrade_text', { plan })}
          </Note>
        )}
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-13">
          {live && !cancelAt && subscription.renews_at && (
            <>
              <dt className="text-text-2">{t(status === 'trialing' ? 'billing.trial_ends' : 'billing.next')}</dt>
              <dd>
                {day((subscription.trial_ends_at ?? subscription.renews_at) as string)},{' '}
                <span className="tabular-nums">{money(subscription.amount, subscription.billing_currency)}</span>
              </dd>
            </>
          )}
          <dt className="text-text-2">{t('billing.method')}</dt>
          <dd>
            {method ? (method.last4 ? t('billing.card', { brand: method.brand ?? method.type, last4: method.last4 }) : method.type) : t('billing.no_method')}
          </dd>
        </dl>
        <div className="flex flex-wrap gap-2">
          {(cancelAt || failing || status === 'canceled' || status === 'incomplete') && (
            <Button variant="primary" loading={renew.isPending} onClick={() => renew.mutate({ ...params, body: {} })}>
              {t(failing ? 'billing.retry' : status === 'incomplete' ? 'billing.pay' : 'billing.renew')}
            </Button>
          )}
          {downgrade && (
            <Button loading={keep.isPending} onClick={() => keep.mutate(params)}>
              {t('billing.keep', { plan })}
            </Button>
          )}
          {live && (
            <Button icon="credit-card" loading={card.isPending} onClick={() => card.mutate({ ...params, body: {} })}>
              {t('billing.change_method')}
            </Button>
          )}
          {live && !cancelAt && (
            <Button variant="ghost" loading={cancel.isPending} onClick={() => void askCancel()}>
              {t('billing.cancel')}
            </Button>
          )}
        </div>
      </div>
    </Card>
  )
}

function Invoices() {
  const { t, money } = usePlanWords()
  const query = useReadPages(routes.invoices, { query: { per_page: 24 } })
  return (
    <Card as="section" aria-label={t('invoices.title')}>
      <CardHead title={t('invoices.title')} text={t('invoices.text')} />
      <PagedTable
        query={query}
        height={160}
        label={t('invoices.title')}
        empty={<EmptyState icon="receipt" title={t('invoices.none')} text={t('invoices.none_text')} />}
        columns={[
          { key: 'text', title: t('invoices.what'), render: (row: Invoice) => <span className="wrap-anywhere">{row.text}</span> },
          {
            key: 'status',
            state: true,
            title: t('customers.state'),
            render: (row: Invoice) => (
              <Badge tone={row.amount_refunded ? 'neutral' : INVOICE_TONES[row.status]}>
                {t(row.amount_refunded ? 'invoice.refunded' : `invoice.${row.status}`)}
              </Badge>
            ),
          },
          { key: 'number', title: t('invoices.number'), render: (row: Invoice) => row.number ?? '–' },
          { key: 'at', title: t('invoices.at'), render: (row: Invoice) => <Time value={row.created_at as string} kind="day" /> },
          {
            key: 'amount',
            align: 'right',
            title: t('invoices.amount'),
            render: (row: Invoice) => <span className="tabular-nums">{money(row.amount, row.currency)}</span>,
          },
        ]}
      />
    </Card>
  )
}

/** Who has which plan: the owner's list. */
import { Badge, Card, CardHead, EmptyState, Time, useReadPages, PagedTable } from '@atrium/sdk/web'
import contract, { type Customer, type Status } from '../../contract.ts'
import { usePlanWords } from './words.ts'

export const TONES: Record<Status, 'success' | 'warning' | 'danger' | 'info' | 'neutral'> = {
  ...{ active: 'success', trialing: 'info', past_due: 'warning', unpaid: 'danger', canceled: 'neutral', incomplete: 'neutral' },
}

export function Customers() {
  const { t, money } = usePlanWords()
  const query = useReadPages(contract.routes.customers, { query: { per_page: 50 } })
  return (
    <Card as="section" aria-label={t('customers.title')}>
      <CardHead title={t('customers.title')} text={t('customers.text')} />
      <PagedTable
        query={query}
        height={160}
        label={t('customers.title')}
        empty={<EmptyState icon="users" title={t('customers.none')} text={t('customers.none_text')} />}
        columns={[
          {
            key: 'name',
            title: t('customers.community'),
            render: (row: Customer) => (
              <a href={row.url} className="font-medium hover:underline">
                {row.name}
              </a>
            ),
          },
          {
            key: 'status',
            state: true,
            title: t('customers.state'),
            render: (row: Customer) => <Badge tone={TONES[row.status]}>{t(`status.${row.status}`)}</Badge>,
          },
          { key: 'plan', title: t('customers.plan'), render: (row: Customer) => t(`tier.${row.tier}`) },
          {
            key: 'amount',
            align: 'right',
            title: t('customers.pays'),
            render: (row: Customer) => `${money(row.amount, row.currency)} ${t(`each.${row.billing_cycle}`)}`,
          },
          {
            key: 'renews',
            title: t('customers.renews'),
            render: (row: Customer) => (row.renews_at ? <Time value={row.renews_at as string} kind="day" /> : '–'),
          },
        ]}
      />
    </Card>
  )
}

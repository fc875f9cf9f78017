/** `/settings/affiliates_commissions`: every commission with its state, those first that somebody should look at; and payouts. */
import {
  AdminPage,
  Badge,
  Button,
  Card,
  EmptyState,
  Segment,
  Tabs,
  Time,
  toast,
  useConfirm,
  useReadPages,
  useSearch,
  useWrite,
  PagedTable,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Commission, type Payout, STATES, type State } from '../../contract.ts'
import { useAffiliateWords } from '../components/words.ts'

const { routes } = contract
const TONES = { pending: 'neutral', due: 'warning', paid: 'success', reversed: 'danger' } as const
const PAYOUT_TONES = { processing: 'warning', paid: 'success', failed: 'danger' } as const
type Filter = State | 'all' | 'flagged'

export default function Commissions() {
  const { t } = useAffiliateWords()
  const [tab, setTab] = useState<'commissions' | 'payouts'>('commissions')
  return (
    <AdminPage
      name="affiliates/Commissions"
      title={t('admin.commissions')}
      text={t('commissions.text')}
      who="affiliates.manage"
      wide
      actions={[{ label: t('admin.directory'), icon: 'handshake', to: '/settings/affiliates_directory' }]}
    >
      <Tabs
        className="mb-5"
        label={t('commissions.parts')}
        current={tab}
        items={(['commissions', 'payouts'] as const).map((key) => ({ key, label: t(`tab.${key}`), onSelect: () => setTab(key) }))}
      />
      {tab === 'commissions' ? <List /> : <Payouts />}
    </AdminPage>
  )
}

function List() {
  const { t, money } = useAffiliateWords()
  const confirm = useConfirm()
  const search = useSearch()
  const affiliateId = search.get('affiliate_id')
  const [filter, setFilter] = useState<Filter>(search.get('flagged') ? 'flagged' : 'all')
  const query = useReadPages(routes.commissions, {
    query: {
      per_page: 50,
      ...(affiliateId && { affiliate_id: affiliateId }),
      ...(filter === 'flagged' ? { flagged: true } : filter !== 'all' && { state: filter }),
    },
  })
  const review = useWrite(routes.review, {
    invalidates: [contract],
    onSuccess: () => toast.success(t('review.done')),
    onError: (error) => toast.error(error.message),
  })
  const decide = async (row: Commission, decision: 'approve' | 'reject') => {
    const text = t(`review.${decision}_text`, { amount: money(row.amount, row.currency), name: row.affiliate.name })
    if (await confirm({ title: t(`review.${decision}_title`), text, action: t(`review.${decision}`), tone: decision === 'reject' ? 'danger' : undefined }))
      review.mutate({ params: { id: row.id }, body: { commission: { decision } } })
  }
  return (
    <div className="grid gap-4">
      <Segment
        label={t('commissions.filter')}
        value={filter}
        onChange={setFilter}
        items={(['all', 'flagged', ...STATES] as const).map((value) => ({ value, label: t(`state.${value}`) }))}
      />
      <Card>
        <PagedTable
          query={query}
          height={300}
          label={t('admin.commissions')}
          empty={<EmptyState icon="percent" title={t('commissions.none')} text={t('commissions.none_text')} />}
          columns={[
            { key: 'affiliate', title: t('affiliate'), render: (row: Commission) => <span className="font-medium">{row.affiliate.name}</span> },
            {
              key: 'state',
              state: true,
              title: t('status'),
              render: (row: Commission) => (
                <span className="flex flex-wrap gap-1">
                  <Badge tone={TONES[row.state]}>{t(`state.${row.state}`)}</Badge>
                  {row.flags.map((flag) => (
                    <Badge key={flag} tone="warning" icon="flag">
                      {t(`flag.${flag}`)}
                    </Badge>
                  ))}
                </span>
              ),
            },
            { key: 'buyer', title: t('buyer'), render: (row: Commission) => row.buyer },
            {
              key: 'sale',
              align: 'right',
              title: t('sale'),
              render: (row: Commission) => <span className="tabular-nums">{money(row.sale_amount, row.currency)}</span>,
            },
            {
              key: 'amount',
              align: 'right',
              title: t('commission'),
              render: (row: Commission) => (
                <span className="tabular-nums">
                  <span className="font-semibold">{money(row.amount - row.amount_reversed, row.currency)}</span>
                  {row.amount_reversed > 0 && (
                    <span className="block text-12 text-text-2">{t('reversed.of', { amount: money(row.amount, row.currency) })}</span>
                  )}
                </span>
              ),
            },
            { key: 'at', title: t('at'), render: (row: Commission) => <Time value={row.created_at as string} kind="day" /> },
            {
              key: 'due',
              title: t('due_at'),
              render: (row: Commission) => (row.state === 'reversed' ? '–' : <Time value={(row.paid_at ?? row.due_at) as string} kind="day" />),
            },
            {
              key: 'acts',
              title: '',
              pinned: true,
              align: 'right',
              render: (row: Commission) =>
                row.state === 'pending' && (
                  <span className="flex justify-end gap-1.5">
                    {row.flags.length > 0 && (
                      <Button size="sm" onClick={() => void decide(row, 'approve')}>
                        {t('review.approve')}
                      </Button>
                    )}
                    <Button size="sm" variant="ghost" onClick={() => void decide(row, 'reject')}>
                      {t('review.reject')}
                    </Button>
                  </span>
                ),
            },
          ]}
        />
      </Card>
    </div>
  )
}

function Payouts() {
  const { t, money } = useAffiliateWords()
  const query = useReadPages(routes.payouts, { query: { per_page: 50 } })
  return (
    <Card>
      <PagedTable
        query={query}
        height={300}
        label={t('tab.payouts')}
        empty={<EmptyState icon="wallet" title={t('payouts.none')} text={t('payouts.none_text')} />}
        columns={[
          { key: 'affiliate', title: t('affiliate'), render: (row: Payout) => <span className="font-medium">{row.affiliate.name}</span> },
          {
            key: 'state',
            state: true,
            title: t('status'),
            render: (row: Payout) => <Badge tone={PAYOUT_TONES[row.status]}>{t(`payout.${row.status}`)}</Badge>,
          },
          { key: 'method', title: t('payout.how'), render: (row: Payout) => row.problem ?? t(`payout.${row.method}`) },
          { key: 'at', title: t('at'), render: (row: Payout) => <Time value={(row.paid_at ?? row.created_at) as string} kind="day" /> },
          {
            key: 'amount',
            align: 'right',
            title: t('payout.amount'),
            render: (row: Payout) => <span className="font-semibold tabular-nums">{money(row.amount, row.currency)}</span>,
          },
        ]}
      />
    </Card>
  )
}

/** What people have ordered and pay in their own way: found, marked as paid, voided. */
import { formatMoney } from '@atrium/sdk'
import {
  AdminPage,
  Badge,
  Button,
  Card,
  DataTable,
  EmptyState,
  IconButton,
  LoadMore,
  Menu,
  Query,
  SearchField,
  Skeleton,
  Time,
  toast,
  useConfirm,
  useLocale,
  useReadPages,
  useSettled,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type OpenInvoice } from '../../contract.ts'
import { MarkPaid } from '../components/MarkPaid.tsx'

const { routes } = contract

export default function Invoices() {
  const t = useT()
  const locale = useLocale()
  const confirm = useConfirm()
  const [text, setText] = useState('')
  const [paid, setPaid] = useState<OpenInvoice | null>(null)
  const search = useSettled(text.trim()) || undefined
  const query = useReadPages(routes.invoices, { query: { query: search, per_page: 50 } }, { keepPrevious: true })
  const write = useWrite(routes.voidInvoice, {
    invalidates: [routes.invoices],
    onSuccess: () => toast.success(t('invoices.voided')),
    onError: (error) => toast.error(error.message),
  })
  async function voidOne({ id, kind, number }: OpenInvoice) {
    const sure = await confirm({ title: `${t('invoices.void')}: ${number}`, text: t(`invoices.void.${kind}`), action: t('invoices.void'), tone: 'danger' })
    if (sure) write.mutate({ params: { invoice: id }, body: {} })
  }
  return (
    <AdminPage name="payments/Invoices" title={t('invoices.title')} text={t('invoices.text')} who="payments.manage" wide>
      <Card>
        <div className="p-3">
          <SearchField value={text} onChange={setText} placeholder={t('invoices.search')} label={t('invoices.search')} />
        </div>
        <Query query={query} skeleton={<Skeleton w="100%" h={300} />}>
          {({ pages }) => (
            <DataTable
              label={t('invoices.title')}
              rows={pages.flatMap(({ records }) => records)}
              empty={<EmptyState icon="receipt" title={t(search ? 'invoices.none.found' : 'invoices.none')} text={t('invoices.none.text')} />}
              columns={[
                {
                  key: 'who',
                  title: t('invoices.who'),
                  render: ({ name, email, number }) => (
                    <span className="grid min-h-10 content-center">
                      <span className="font-medium wrap-anywhere">{name ?? email}</span>
                      <span className="text-13 text-text-3 wrap-anywhere">{name ? `${email ?? ''} · ${number}` : number}</span>
                    </span>
                  ),
                },
                {
                  key: 'what',
                  title: t('invoices.what'),
                  render: ({ description, kind }) => (
                    <span className="grid">
                      <span className="wrap-anywhere">{description}</span>
                      <span className="text-13 text-text-3">{t(`invoices.${kind}`)}</span>
                    </span>
                  ),
                },
                {
                  key: 'amount',
                  title: t('invoices.amount'),
                  align: 'right',
                  render: ({ amount, currency }) => <span className="tabular-nums">{formatMoney(locale, amount, currency)}</span>,
                },
                {
                  key: 'due',
                  title: t('invoices.due'),
                  render: ({ due_at: due }) => (
                    <span className="flex items-center gap-2 whitespace-nowrap">
                      <Time value={due} kind="day" />
                      {new Date(due).getTime() < Date.now() && <Badge tone="danger">{t('invoices.late')}</Badge>}
                    </span>
                  ),
                },
                {
                  key: 'acts',
                  pinned: true,
                  align: 'right',
                  title: <span className="sr-only">{t('invoices.pay')}</span>,
                  render: (invoice) => (
                    <span className="flex items-center justify-end gap-1">
                      <Button size="sm" onClick={() => setPaid(invoice)}>
                        {t('invoices.pay')}
                      </Button>
                      <Menu
                        trigger={<IconButton icon="ellipsis" label={t('invoices.menu', { number: invoice.number })} />}
                        items={[{ label: t('invoices.void'), icon: 'ban', tone: 'danger', onSelect: () => void voidOne(invoice) }]}
                      />
                    </span>
                  ),
                },
              ]}
            />
          )}
        </Query>
      </Card>
      <LoadMore query={query} />
      {paid && <MarkPaid invoice={paid} onClose={() => setPaid(null)} />}
    </AdminPage>
  )
}

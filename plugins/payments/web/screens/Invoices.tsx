/** What people have ordered and pay in their own way: found, marked as paid, voided. */
import { formatMoney } from '@atrium/sdk'
import { Badge, Button, ListScreen, Time, useAskedWrite, useList, useLocale, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type OpenInvoice } from '../../contract.ts'
import { MarkPaid } from '../components/MarkPaid.tsx'

const { routes } = contract

export default function Invoices() {
  const t = useT()
  const locale = useLocale()
  const [paid, setPaid] = useState<OpenInvoice | null>(null)
  const list = useList(routes.invoices, { search: 'query', query: { per_page: 50 } })
  const voidOne = useAskedWrite(routes.voidInvoice, [routes.invoices])
  return (
    <ListScreen
      name="payments/Invoices"
      title={t('invoices.title')}
      text={t('invoices.text')}
      who="payments.manage"
      list={list}
      search={t('invoices.search')}
      height={300}
      empty={{ icon: 'receipt', title: t('invoices.none'), text: t('invoices.none.text') }}
      found={{ title: t('invoices.none.found') }}
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
      ]}
      menu={(invoice) => ({
        label: t('invoices.menu', { number: invoice.number }),
        beside: (
          <Button size="sm" onClick={() => setPaid(invoice)}>
            {t('invoices.pay')}
          </Button>
        ),
        items: [
          {
            label: t('invoices.void'),
            icon: 'ban',
            tone: 'danger',
            onSelect: () =>
              void voidOne(
                { params: { invoice: invoice.id }, body: {} },
                { title: `${t('invoices.void')}: ${invoice.number}`, text: t(`invoices.void.${invoice.kind}`), action: t('invoices.void') },
                t('invoices.voided'),
              ),
          },
        ],
      })}
    >
      {paid && <MarkPaid invoice={paid} onClose={() => setPaid(null)} />}
    </ListScreen>
  )
}

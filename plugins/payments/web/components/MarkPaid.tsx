/** Somebody says that the money has come: on which day, and what is to be noted of it. */
import { formatMoney } from '@atrium/sdk'
import { Field, Input, toast, useFieldErrors, useLocale, useT, useWrite, FormDialog } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type OpenInvoice } from '../../contract.ts'

const { routes } = contract
/** By the clock of whoever sits there. */
const today = () => new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 10)

export function MarkPaid({ invoice, onClose }: { invoice: OpenInvoice; onClose: () => void }) {
  const t = useT()
  const locale = useLocale()
  const [on, setOn] = useState(today)
  const [note, setNote] = useState('')
  const write = useWrite(routes.payInvoice, {
    invalidates: [routes.invoices],
    onSuccess: () => {
      toast.success(t('invoices.paid'))
      onClose()
    },
  })
  const errors = useFieldErrors(write.error)
  const { id, number, description, name, email } = invoice
  const submit = () => write.mutateAsync({ params: { invoice: id }, body: { paid_on: on || null, note } }).catch(() => {})
  return (
    <FormDialog
      title={t('invoices.pay.of', { number })}
      onClose={onClose}
      onSubmit={submit}
      error={write.error}
      action={t('invoices.pay')}
      pending={write.isPending}
    >
      <p className="text-text-2">
        {t('invoices.pay.text', { amount: formatMoney(locale, invoice.amount, invoice.currency), description, who: name ?? email ?? number })}
      </p>
      <Field label={t('invoices.pay.on')} error={errors.paid_on}>
        <Input type="date" value={on} max={today()} onChange={(event) => setOn(event.target.value)} />
      </Field>
      <Field label={t('invoices.pay.note')} help={t('invoices.pay.note.help')} error={errors.note}>
        <Input maxLength={300} value={note} onChange={(event) => setNote(event.target.value)} />
      </Field>
    </FormDialog>
  )
}

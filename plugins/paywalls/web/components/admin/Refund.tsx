/** Gives a charge back, whole or in part, with the reason. */
import { Button, Dialog, Field, Form, Input, toast, useFieldErrors, useLocale, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract from '../../../contract.ts'
import { centsOf, money, typedOf } from '../money.ts'
import { useSettled } from '../settled.ts'

interface RefundProps {
  charge: { id: number; amount_to_refund: number; currency: string; community_member_name: string | null }
  onClose: () => void
}
export function Refund({ charge, onClose }: RefundProps) {
  const t = useT()
  const locale = useLocale()
  const settled = useSettled()
  const [text, setText] = useState(typedOf(charge.amount_to_refund, charge.currency))
  const [reason, setReason] = useState('')
  const write = useWrite(contract.routes.refund, {
    onSuccess: () => {
      toast.success(t('refund.done'))
      onClose()
      settled()
    },
  })
  const errors = useFieldErrors(write.error)
  const cents = centsOf(text, charge.currency)
  const whole = cents === charge.amount_to_refund
  const wrong = Number.isNaN(cents) || cents < 1 || cents > charge.amount_to_refund
  const submit = () => write.mutateAsync({ params: { id: charge.id }, body: { reason_details: reason, ...(!whole && { amount: cents }) } }).catch(() => {})
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('refund.of', { name: charge.community_member_name ?? '' })}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel.close')}</Button>
          <Button type="submit" form="refund" variant="danger" loading={write.isPending} disabled={wrong || reason.trim() === ''}>
            {wrong ? t('refund.title') : t('refund.do', { amount: money(locale, cents, charge.currency) })}
          </Button>
        </>
      }
    >
      <Form id="refund" onSubmit={submit} error={write.error} className="grid gap-4">
        <Field
          label={t('refund.amount')}
          help={t('refund.most', { amount: money(locale, charge.amount_to_refund, charge.currency) })}
          error={errors.amount ?? (wrong ? t('refund.wrong') : undefined)}
        >
          <Input inputMode="decimal" value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
        <Field label={t('refund.reason')} error={errors.reason_details}>
          <Input value={reason} maxLength={255} required onChange={(event) => setReason(event.target.value)} />
        </Field>
      </Form>
    </Dialog>
  )
}

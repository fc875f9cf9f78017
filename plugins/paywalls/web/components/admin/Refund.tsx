/** Gives a charge back, whole or in part, with the reason. */
import { formatMoney, parseMoney, writeMoney } from '@atrium/sdk'
import { Checkbox, Field, Input, newUuid, toast, useFieldErrors, useLocale, useT, useWrite, FormDialog } from '@atrium/sdk/web'
import { useState } from 'react'
import contract from '../../../contract.ts'
import { useSettled } from '../settled.ts'

interface RefundProps {
  charge: { id: number; amount_to_refund: number; currency: string; community_member_name: string | null }
  onClose: () => void
}
export function Refund({ charge, onClose }: RefundProps) {
  const t = useT()
  const locale = useLocale()
  const settled = useSettled()
  // pressed again, it is the same refund
  const [id] = useState(newUuid)
  const [text, setText] = useState(writeMoney(charge.amount_to_refund, charge.currency, true))
  const [reason, setReason] = useState('')
  const [keeps, setKeeps] = useState(false)
  const write = useWrite(contract.routes.refund, {
    onSuccess: () => {
      toast.success(t('refund.done'))
      onClose()
      settled()
    },
  })
  const errors = useFieldErrors(write.error)
  const cents = parseMoney(text, charge.currency) ?? Number.NaN
  const whole = cents === charge.amount_to_refund
  const wrong = Number.isNaN(cents) || cents < 1 || cents > charge.amount_to_refund
  const submit = () =>
    write
      .mutateAsync({
        params: { id: charge.id },
        body: { refund_id: id, reason_details: reason, keep_access: whole && keeps, ...(!whole && { amount: cents }) },
      })
      .catch(() => {})
  return (
    <FormDialog
      title={t('refund.of', { name: charge.community_member_name ?? '' })}
      onClose={onClose}
      onSubmit={submit}
      error={write.error}
      action={wrong ? t('refund.title') : t('refund.do', { amount: formatMoney(locale, cents, charge.currency) })}
      pending={write.isPending}
      disabled={wrong || reason.trim() === ''}
      danger
    >
      <Field
        label={t('refund.amount')}
        help={t('refund.most', { amount: formatMoney(locale, charge.amount_to_refund, charge.currency) })}
        error={errors.amount ?? (wrong ? t('refund.wrong') : undefined)}
      >
        <Input inputMode="decimal" value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
      <Field label={t('refund.reason')} error={errors.reason_details}>
        <Input value={reason} maxLength={255} required onChange={(event) => setReason(event.target.value)} />
      </Field>
      {whole && (
        <div className="grid gap-1">
          <Checkbox label={t('refund.keepAccess')} checked={keeps} onChange={setKeeps} />
          <p className="text-13 text-text-2">{t('refund.keepAccessHelp')}</p>
        </div>
      )}
    </FormDialog>
  )
}

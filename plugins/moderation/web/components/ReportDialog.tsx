/** Reports a record or a member, with a reason. */
import { Field, RadioGroup, Textarea, toast, useT, useWrite, FormDialog } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { REASONS, type Reason } from '../../contract.ts'
import type { Asked } from './reporting.ts'

export function ReportDialog({ about, onClose }: { about: Asked; onClose: () => void }) {
  const t = useT()
  const [reason, setReason] = useState<Reason | ''>('')
  const [body, setBody] = useState('')
  const report = useWrite(contract.routes.create, {
    onSuccess: ({ already_reported }) => {
      toast.success(t(already_reported ? 'report.already' : 'report.sent'))
      onClose()
    },
  })
  const submit = () =>
    report.mutateAsync({
      body: { flagged_content: { content_id: about.id, content_type: about.kind, reported_reason_type: reason, reported_reason_body: body } },
    })
  return (
    <FormDialog
      title={about.name ? t('report.title_member', { name: about.name }) : t('report.title')}
      width={480}
      onClose={onClose}
      onSubmit={submit}
      error={report.error}
      action={t('report.send')}
      pending={report.isPending}
      disabled={!reason}
    >
      <p className="text-text-2">{t('report.text')}</p>
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 text-13 font-medium">{t('report.reason')}</legend>
        <RadioGroup
          label={t('report.reason')}
          value={reason as Reason}
          onChange={setReason}
          options={REASONS.filter((one) => !(about.kind === 'member' && one === 'incorrect_location')).map((value) => ({
            value,
            label: t(`reason.${value}`),
          }))}
        />
      </fieldset>
      <Field label={t('report.body')}>
        <Textarea value={body} maxLength={1000} onChange={(event) => setBody(event.target.value)} />
      </Field>
    </FormDialog>
  )
}

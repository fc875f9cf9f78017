/** Tells the moderators of the community what somebody has done in a room. */
import { Field, FormDialog, Textarea, toast, useFieldErrors, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Participant } from '../../../contract.ts'
import { useCall } from '../../room/call.ts'

export function ReportDialog({ person, onClose }: { person: Participant; onClose: () => void }) {
  const t = useT()
  const { room } = useCall()
  const [reason, setReason] = useState('')
  const report = useWrite(contract.routes.report, {
    onSuccess: () => {
      toast.success(t('people.report.sent'))
      onClose()
    },
  })
  const errors = useFieldErrors(report.error)
  return (
    <FormDialog
      title={t('people.report.title', { name: person.name })}
      onClose={onClose}
      onSubmit={() => report.mutateAsync({ params: { id: room.id }, body: { participant_id: person.id, reason } })}
      error={report.error}
      action={t('people.report')}
      pending={report.isPending}
      disabled={!reason.trim()}
      danger
    >
      <Field label={t('people.report.reason')} help={t('people.report.help')} error={errors['reason']}>
        <Textarea autoFocus value={reason} maxLength={1_000} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </FormDialog>
  )
}

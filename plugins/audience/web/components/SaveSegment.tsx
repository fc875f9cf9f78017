/** Keeps the filter that is shown under a name. */
import { Field, Input, toast, useFieldErrors, useT, useWrite, FormDialog } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Rules, type Segment } from '../../contract.ts'

export function SaveSegment({ rules, onClose, onSaved }: { rules: Rules; onClose: () => void; onSaved: (segment: Segment) => void }) {
  const t = useT()
  const [title, setTitle] = useState('')
  const create = useWrite(contract.routes.createSegment, {
    invalidates: [contract.routes.segments],
    onSuccess: (segment) => {
      toast.success(t('segments.saved'))
      onSaved(segment)
    },
  })
  const errors = useFieldErrors(create.error)
  return (
    <FormDialog
      title={t('segments.save_as')}
      onClose={onClose}
      onSubmit={() => create.mutateAsync({ body: { title, rules, visible: true } })}
      error={create.error}
      action={t('save')}
      pending={create.isPending}
    >
      <Field label={t('segments.title')} help={t('segments.live')} error={errors.title ?? errors.rules}>
        <Input value={title} maxLength={120} onChange={(event) => setTitle(event.target.value)} autoFocus />
      </Field>
    </FormDialog>
  )
}

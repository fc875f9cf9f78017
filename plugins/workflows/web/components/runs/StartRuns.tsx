/** Begins a workflow for chosen people by hand. */
import { Combobox, type ComboboxOption, Field, FormDialog, toast, useFieldErrors, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract from '../../../contract.ts'
import { findPeople } from '../fields/PersonField.tsx'

export function StartRuns({ workflowId, onClose }: { workflowId: number; onClose: () => void }) {
  const t = useT()
  const [people, setPeople] = useState<ComboboxOption[]>([])
  const start = useWrite(contract.routes.startRuns, {
    invalidates: [contract],
    onSuccess: ({ started, left_out }) => {
      toast.success(t('start.done', { count: started }))
      if (left_out) toast.error(t('start.left_out', { count: left_out }))
      onClose()
    },
  })
  const errors = useFieldErrors(start.error)
  const ids = people.map(({ value }) => Number(value))
  return (
    <FormDialog
      title={t('start.title')}
      action={t('start.action')}
      pending={start.isPending}
      disabled={ids.length === 0}
      error={start.error}
      onClose={onClose}
      onSubmit={() => start.mutateAsync({ params: { id: workflowId }, body: { community_member_ids: ids } }).catch(() => {})}
    >
      <p className="text-text-2">{t('start.text')}</p>
      <Field label={t('start.people')} error={errors['community_member_ids']}>
        <Combobox multiple value={people} load={findPeople} onChange={setPeople} />
      </Field>
    </FormDialog>
  )
}

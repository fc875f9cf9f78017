/** Another name for a broadcast, which readers do not see. */
import { Field, FormDialog, Input, toast, useFieldErrors, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type BroadcastRow } from '../../contract.ts'

const { routes } = contract

export function RenameDialog({ one, onClose }: { one: Pick<BroadcastRow, 'id' | 'name'>; onClose: () => void }) {
  const t = useT()
  const [name, setName] = useState(one.name)
  const write = useWrite(routes.rename, {
    invalidates: [contract],
    onSuccess: () => {
      toast.success(t('done.renamed'))
      onClose()
    },
  })
  const errors = useFieldErrors(write.error)
  return (
    <FormDialog
      title={t('rename.title')}
      width={440}
      onClose={onClose}
      onSubmit={() => write.mutateAsync({ params: { id: one.id }, body: { name } }).catch(() => {})}
      error={write.error}
      action={t('rename.action')}
      pending={write.isPending}
      disabled={name.trim() === '' || name.trim() === one.name}
    >
      <Field label={t('field.name')} help={t('field.name_help')} error={errors.name}>
        <Input value={name} maxLength={120} autoFocus onChange={(event) => setName(event.target.value)} />
      </Field>
    </FormDialog>
  )
}

/** Adds somebody without an account. */
import { Field, Input, toast, useFieldErrors, useNavigate, useT, useWrite, FormDialog } from '@atrium/sdk/web'
import { useState } from 'react'
import contract from '../../contract.ts'

export function AddContact({ onClose }: { onClose: () => void }) {
  const t = useT()
  const navigate = useNavigate()
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const create = useWrite(contract.routes.createContact, {
    invalidates: [contract.routes.list, contract.routes.count],
    onSuccess: (person) => {
      toast.success(t('contact.added'))
      navigate(`/admin/audience/${person.sqid}/info`)
    },
  })
  const errors = useFieldErrors(create.error)
  return (
    <FormDialog
      title={t('contact.add')}
      onClose={onClose}
      onSubmit={() => create.mutateAsync({ body: { email, name } })}
      error={create.error}
      action={t('contact.add')}
      pending={create.isPending}
    >
      <Field label={t('contact.email')} error={errors.email}>
        <Input type="email" value={email} maxLength={254} onChange={(event) => setEmail(event.target.value)} autoFocus />
      </Field>
      <Field label={t('contact.name')} error={errors.name}>
        <Input value={name} maxLength={200} onChange={(event) => setName(event.target.value)} />
      </Field>
      <p className="text-13 text-text-3">{t('contact.add_text')}</p>
    </FormDialog>
  )
}

/** Another name for a token, and, for who made it, what else it may do. */
import { Field, FormDialog, Input, Note, toast, useFieldErrors, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Token } from '../../contract.ts'
import { AccessField } from './AccessField.tsx'
import { accessOf, scopesOf } from './useScopes.ts'
import { useWords } from './words.ts'

export function EditToken({ token, onClose }: { token: Token; onClose: () => void }) {
  const { t } = useWords()
  const [name, setName] = useState(token.name)
  const [access, setAccess] = useState(() => accessOf(token.scopes))
  const write = useWrite(contract.routes.updateToken, { invalidates: [contract] })
  const errors = useFieldErrors(write.error)
  const scopes = scopesOf(access)
  const hasScopes = token.is_mine && token.kind !== 'headless_auth'
  const isWider = hasScopes && `${scopes}` !== `${scopesOf(accessOf(token.scopes))}`
  const save = async () => {
    await write.mutateAsync({ params: { id: token.id }, body: { name: name.trim(), ...(isWider && { scopes }) } })
    toast.success(t('saved'))
    onClose()
  }
  return (
    <FormDialog
      title={t('edit.title', { name: token.name })}
      action={t('edit.save')}
      pending={write.isPending}
      disabled={!name.trim()}
      error={write.error}
      onSubmit={save}
      onClose={onClose}
    >
      <Field label={t('name')} error={errors.name}>
        <Input required maxLength={80} value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
      {hasScopes && <AccessField value={access} onChange={setAccess} readOnly={token.kind === 'data'} error={errors.scopes} />}
      {!token.is_mine && <Note tone="neutral">{t('edit.not_mine')}</Note>}
    </FormDialog>
  )
}

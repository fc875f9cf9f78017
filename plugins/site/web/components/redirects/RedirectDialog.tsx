/** One redirect: from where, to where, and whether for good. */
import { Field, FormDialog, Input, RadioGroup, toast, useFieldErrors, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { REDIRECT_CODES, type Redirect } from '../../../contract.ts'

const { routes } = contract

interface RedirectDialogProps {
  /** Null: a new one. */
  redirect: Redirect | null
  onClose: () => void
}
export function RedirectDialog({ redirect, onClose }: RedirectDialogProps) {
  const t = useT()
  const [from, setFrom] = useState(redirect?.from ?? '')
  const [to, setTo] = useState(redirect?.to ?? '')
  const [status, setStatus] = useState<(typeof REDIRECT_CODES)[number]>(redirect?.status === 302 ? 302 : 301)
  const options = {
    invalidates: [routes.redirects],
    onSuccess: () => {
      toast.success(t(redirect ? 'redirect.saved' : 'redirect.added'))
      onClose()
    },
  }
  const create = useWrite(routes.createRedirect, options)
  const update = useWrite(routes.updateRedirect, options)
  const write = redirect ? update : create
  const errors = useFieldErrors(write.error)
  const fields = { from: from.trim(), to: to.trim(), status }
  const send = () =>
    redirect ? update.mutateAsync({ params: { redirectId: redirect.id }, body: { redirect: fields } }) : create.mutateAsync({ body: { redirect: fields } })
  return (
    <FormDialog
      title={t(redirect ? 'redirect.edit' : 'redirect.add')}
      width={520}
      onClose={onClose}
      onSubmit={() => send().catch(() => {})}
      error={write.error}
      action={t(redirect ? 'redirect.save' : 'redirect.add_action')}
      pending={write.isPending}
      disabled={fields.from === '' || fields.to === ''}
    >
      <Field label={t('redirect.from')} help={t('redirect.from_help')} error={errors['redirect.from']}>
        <Input
          value={from}
          maxLength={500}
          autoFocus
          spellCheck={false}
          autoCapitalize="none"
          placeholder="/old-page"
          className="font-mono"
          onChange={(event) => setFrom(event.target.value)}
        />
      </Field>
      <Field label={t('redirect.to')} help={t(from.trim().endsWith('/*') ? 'redirect.to_star_help' : 'redirect.to_help')} error={errors['redirect.to']}>
        <Input
          value={to}
          maxLength={2000}
          spellCheck={false}
          autoCapitalize="none"
          placeholder="/new-page"
          className="font-mono"
          onChange={(event) => setTo(event.target.value)}
        />
      </Field>
      <RadioGroup
        cards
        label={t('redirect.status')}
        value={String(status)}
        onChange={(code) => setStatus(code === '302' ? 302 : 301)}
        options={REDIRECT_CODES.map((code) => ({ value: String(code), label: t(`redirect.status_${code}`), text: t(`redirect.status_${code}_text`) }))}
      />
    </FormDialog>
  )
}

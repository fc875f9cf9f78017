/** The form of one sign-in provider, and the question whether it answers. */
import { useState } from 'react'
import { Button, Field, Form, Input, Note, Switch, SettingRow, toast, useFieldErrors, useT, useWrite, useCopy } from '@atrium/sdk/web'
import sso, { type Provider } from '../../contract.ts'

const { check: checkProvider, save, show } = sso.routes

/** Asks a provider for its description and says what came of it. */
export function useCheck() {
  const t = useT()
  const check = useWrite(checkProvider)
  const run = (provider: Provider) =>
    check.mutateAsync({ params: { key: provider.key } }).then(
      ({ ok, problem }) =>
        ok ? toast.success(t('check.ok', { provider: provider.label })) : toast.error(t('check.failed', { provider: provider.label, problem: problem ?? '' })),
      (error) => toast.error(error.message),
    )
  return { run, isPending: check.isPending }
}

interface ProviderFormProps {
  provider: Provider | null
  /** A new one: its address to be sent back to is to be shown. */
  onSaved: (provider: Provider) => void
  onDone: () => void
}
export function ProviderForm({ provider, onSaved, onDone }: ProviderFormProps) {
  const t = useT()
  const [label, setLabel] = useState(provider?.label ?? '')
  const [issuer, setIssuer] = useState(provider?.issuer ?? '')
  const [clientId, setClientId] = useState(provider?.client_id ?? '')
  const [secret, setSecret] = useState('')
  const [enabled, setEnabled] = useState(provider?.enabled ?? true)
  const { mutateAsync, error, isPending } = useWrite(save, { invalidates: [show] })
  const errors = useFieldErrors(error)
  const check = useCheck()

  async function submit() {
    const body = { label: label.trim(), issuer: issuer.trim(), client_id: clientId.trim(), enabled, ...(secret ? { client_secret: secret } : {}) }
    if (provider) {
      const saved = await mutateAsync({ body: { ...body, key: provider.key } })
      toast.success(t('saved'))
      void check.run(saved)
      onDone()
    } else onSaved(await mutateAsync({ body }))
  }
  const copy = useCopy()

  return (
    <Form onSubmit={submit} error={error}>
      {provider ? (
        provider.redirect_urls.map((url) => (
          <Field key={url} label={t('redirect')} help={t('redirect.help')}>
            <div className="flex gap-2">
              <Input readOnly value={url} onFocus={(event) => event.target.select()} className="font-mono text-13" />
              <Button icon="copy" onClick={() => void copy(url, t('copied'))} aria-label={t('redirect.copy')}>
                {t('copy')}
              </Button>
            </div>
          </Field>
        ))
      ) : (
        <Note tone="info">{t('redirect.later')}</Note>
      )}
      <Field label={t('label')} help={t('label.help')} error={errors.label}>
        <Input required maxLength={40} value={label} onChange={(event) => setLabel(event.target.value)} />
      </Field>
      <Field label={t('issuer')} help={t('issuer.help')} error={errors.issuer}>
        <Input type="url" required placeholder="https://" maxLength={300} value={issuer} onChange={(event) => setIssuer(event.target.value)} />
      </Field>
      <Field label={t('clientId')} error={errors.client_id}>
        <Input required autoComplete="off" maxLength={200} value={clientId} onChange={(event) => setClientId(event.target.value)} />
      </Field>
      <Field label={t('secret')} help={t(provider?.has_secret ? 'secret.kept' : 'secret.help')} error={errors.client_secret}>
        <Input type="password" autoComplete="new-password" maxLength={500} value={secret} onChange={(event) => setSecret(event.target.value)} />
      </Field>
      <div className="rounded-card border">
        <SettingRow title={t('enabled')} text={t('enabled.help')} control={(aria) => <Switch {...aria} checked={enabled} onChange={setEnabled} />} />
      </div>
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>{t('cancel')}</Button>
        <Button type="submit" variant="primary" disabled={!label.trim() || !issuer.trim() || !clientId.trim()} loading={isPending}>
          {t('save')}
        </Button>
      </div>
    </Form>
  )
}

/** Makes an API token; its text is shown once. */
import { useState } from 'react'
import { AdminPage, Button, Card, Field, Form, Input, LinkButton, Note, RadioGroup, Select, useFieldErrors, useT, useWrite, useCopy } from '@atrium/sdk/web'
import auth from '@atrium/sdk/kernel/auth'
import type { Scope } from '../api.ts'

const { createToken, tokens: tokensRoute } = auth.routes

const REACH = { read: ['read'], write: ['read', 'write'], admin: ['read', 'write', 'admin'] } satisfies Record<Scope, Scope[]>
/** Days until it ends; 0 is never. */
const TERMS = [30, 90, 365, 0]

export default function ApiNew() {
  const t = useT()
  const toClipboard = useCopy()
  const [name, setName] = useState('')
  const [reach, setReach] = useState<Scope>('read')
  const [days, setDays] = useState(365)
  const create = useWrite(createToken, { invalidates: [tokensRoute] })
  const errors = useFieldErrors(create.error)
  const made = create.data

  const submit = () => create.mutateAsync({ body: { name: name.trim(), scopes: REACH[reach], expires_in_days: days || undefined } })
  const copy = (text: string) => toClipboard(text, t('api.copied'))

  return (
    <AdminPage name="developers/ApiNew" title={t('api.new')} back={{ to: '/settings/api', label: t('admin.api') }}>
      {made ? (
        <Card pad className="grid gap-4">
          <Note tone="warning" title={t('api.once.title')}>
            {t('api.once.text')}
          </Note>
          <Field label={t('api.token', { token: made.name })}>
            <Input readOnly value={made.token} onFocus={(event) => event.target.select()} className="font-mono" />
          </Field>
          <div className="flex gap-2">
            <Button variant="primary" icon="copy" onClick={() => void copy(made.token)}>
              {t('api.copy')}
            </Button>
            <LinkButton to="/settings/api">{t('api.done')}</LinkButton>
          </div>
        </Card>
      ) : (
        <Card pad>
          <Form onSubmit={submit} error={create.error}>
            <Field label={t('api.name')} help={t('api.name.help')} error={errors.name}>
              <Input required maxLength={80} value={name} onChange={(event) => setName(event.target.value)} />
            </Field>
            <Field label={t('api.scope')} error={errors.scopes}>
              <RadioGroup
                cards
                value={reach}
                onChange={setReach}
                options={(Object.keys(REACH) as Scope[]).map((value) => ({ value, label: t(`api.scope.${value}`), text: t(`api.scope.${value}.help`) }))}
              />
            </Field>
            <Field label={t('api.term')} error={errors.expires_in_days} className="max-w-64">
              <Select
                value={String(days)}
                onChange={(event) => setDays(Number(event.target.value))}
                options={TERMS.map((term) => ({ value: String(term), label: term ? t('api.term.days', { count: term }) : t('api.term.never') }))}
              />
            </Field>
            <Button type="submit" variant="primary" className="justify-self-start" disabled={!name.trim()} loading={create.isPending}>
              {t('api.create')}
            </Button>
          </Form>
        </Card>
      )}
    </AdminPage>
  )
}

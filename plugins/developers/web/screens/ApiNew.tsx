/** `/settings/api/new`: makes an API token; its text is shown once. */
import { AdminPage, Button, Card, Field, Form, Input, LinkButton, RadioGroup, Switch, useFieldErrors, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { KINDS, type Kind } from '../../contract.ts'
import { AccessField } from '../components/AccessField.tsx'
import { EndField, endAfter } from '../components/EndField.tsx'
import { Shown } from '../components/Shown.tsx'
import { type Access, scopesOf } from '../components/useScopes.ts'
import { useWords } from '../components/words.ts'

export default function ApiNew() {
  const { t } = useWords()
  const [name, setName] = useState('')
  const [kind, setKind] = useState<Kind>('admin_v2')
  const [access, setAccess] = useState<Access>({ all: 'read' })
  const [isAdmin, setAdmin] = useState(true)
  const [days, setDays] = useState(365)
  const create = useWrite(contract.routes.createToken, { invalidates: [contract] })
  const errors = useFieldErrors(create.error)
  const isAdminKind = kind === 'admin_v2' || kind === 'admin_v1'
  const choose = (next: Kind) => {
    setKind(next)
    if (next === 'data') setAccess({ all: 'read' })
  }
  const submit = () =>
    create.mutateAsync({
      body: {
        name: name.trim(),
        kind,
        acts_as_admin: isAdminKind && isAdmin,
        scopes: kind === 'headless_auth' ? [] : scopesOf(access),
        expires_at: endAfter(days),
      },
    })

  return (
    <AdminPage name="developers/ApiNew" title={t('new')} who="developers.manage" back={{ to: '/settings/api', label: t('admin.api') }}>
      {create.data ? (
        <Card pad className="grid gap-5">
          <Shown token={create.data} />
          <LinkButton to="/settings/api" className="justify-self-start">
            {t('once.done')}
          </LinkButton>
        </Card>
      ) : (
        <Card pad>
          <Form onSubmit={submit} error={errors.name || errors.scopes || errors.expires_at ? undefined : create.error}>
            <Field label={t('name')} help={t('name.help')} error={errors.name}>
              <Input required maxLength={80} value={name} onChange={(event) => setName(event.target.value)} />
            </Field>
            <Field label={t('kind')} error={errors.kind}>
              <RadioGroup
                cards
                value={kind}
                onChange={choose}
                options={KINDS.map((value) => ({ value, label: t(`kind.${value}`), text: t(`kind.${value}.help`) }))}
              />
            </Field>
            {kind !== 'headless_auth' && <AccessField value={access} onChange={setAccess} readOnly={kind === 'data'} error={errors.scopes} />}
            {isAdminKind && <Switch checked={isAdmin} onChange={setAdmin} label={t('acts_as_admin')} />}
            <EndField days={days} onChange={setDays} error={errors.expires_at} />
            <Button type="submit" variant="primary" className="justify-self-start" disabled={!name.trim()} loading={create.isPending}>
              {t('create')}
            </Button>
          </Form>
        </Card>
      )}
    </AdminPage>
  )
}

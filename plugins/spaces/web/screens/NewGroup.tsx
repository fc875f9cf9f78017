/** Makes a group: its name is enough, the rest are its settings. */
import { Button, Card, Field, Form, Input, NotAllowed, PageHeader, Screen, useFieldErrors, useNavigate, useSession, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract from '../../contract.ts'

export default function NewGroup() {
  const t = useT()
  const { can } = useSession()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const create = useWrite(contract.routes.createGroup, { invalidates: [contract], onSuccess: (group) => navigate(`/s/${group.slug}`) })
  const errors = useFieldErrors(create.error)
  return (
    <Screen name="spaces/NewGroup" title={t('group.new')}>
      {can('spaces.manage') ? (
        <>
          <PageHeader title={t('group.new')} back={{ to: '/space_groups', label: t('groups.title') }} />
          <Form onSubmit={() => create.mutateAsync({ body: { name: name.trim() } })} error={create.error}>
            <Card pad>
              <Field label={t('form.name')} error={errors.name}>
                <Input value={name} onChange={(event) => setName(event.target.value)} maxLength={120} required />
              </Field>
            </Card>
            <Button type="submit" variant="primary" className="justify-self-start" loading={create.isPending} disabled={!name.trim()}>
              {t('group.create')}
            </Button>
          </Form>
        </>
      ) : (
        <NotAllowed />
      )}
    </Screen>
  )
}

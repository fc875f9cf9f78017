/** `/settings/workflows/new/select_type`: what a workflow from blank is called and what begins it. */
import { AdminPage, Button, Card, Field, Form, Input, LinkButton, RadioGroup, useFieldErrors, useNavigate, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { MAX_NAME, TYPES, type WorkflowType } from '../../contract.ts'
import { draftPath, NEW } from '../components/paths.ts'

export default function SelectType() {
  const t = useT()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [type, setType] = useState<WorkflowType>('dynamic')
  const create = useWrite(contract.routes.create, { invalidates: [contract], onSuccess: (made) => navigate(draftPath(made), { replace: true }) })
  const errors = useFieldErrors(create.error)
  return (
    <AdminPage name="workflows/SelectType" title={t('select.title')} back={{ to: NEW, label: t('new.title') }} who="workflows.manage">
      <Card pad className="max-w-[640px]">
        <Form
          error={create.error}
          onSubmit={() => create.mutateAsync({ body: { name: name.trim() || t('select.untitled'), workflow_type: type } }).catch(() => {})}
        >
          <Field label={t('one.name')} error={errors['name']}>
            <Input value={name} maxLength={MAX_NAME} placeholder={t('select.example')} onChange={(event) => setName(event.target.value)} />
          </Field>
          <Field label={t('select.begins')}>
            <RadioGroup
              cards
              value={type}
              onChange={setType}
              options={TYPES.map((value) => ({ value, label: t(`type.${value}`), text: t(`type.${value}.text`) }))}
            />
          </Field>
          <div className="flex justify-end gap-2">
            <LinkButton to={NEW}>{t('select.templates')}</LinkButton>
            <Button variant="primary" type="submit" loading={create.isPending}>
              {t('select.create')}
            </Button>
          </div>
        </Form>
      </Card>
    </AdminPage>
  )
}

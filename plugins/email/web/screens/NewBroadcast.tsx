/** `/settings/emails/broadcast/new`: a name, and what it begins with. */
import { AdminPage, Button, Card, Field, Form, Input, useFieldErrors, useNavigate, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract from '../../contract.ts'
import { TemplateChoice } from '../components/DraftDialogs.tsx'
import { BROADCASTS, pathOf } from '../components/paths.ts'

const { routes } = contract

export default function NewBroadcast() {
  const t = useT()
  return (
    <AdminPage name="email/NewBroadcast" title={t('new.title')} back={{ to: BROADCASTS, label: t('admin.broadcasts') }} who="email.manage">
      <Beginning />
    </AdminPage>
  )
}

function Beginning() {
  const t = useT()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [template, setTemplate] = useState<number | null>(null)
  const create = useWrite(routes.create, { invalidates: [routes.list], onSuccess: ({ id }) => navigate(pathOf(id), { replace: true }) })
  const errors = useFieldErrors(create.error)
  return (
    <Form
      onSubmit={() => create.mutateAsync({ body: { name, ...(template !== null && { template_id: template }) } }).catch(() => {})}
      error={create.error}
      className="grid gap-4"
    >
      <Card pad className="grid gap-5">
        <Field label={t('field.name')} help={t('field.name_help')} error={errors.name}>
          <Input value={name} maxLength={120} autoFocus placeholder={t('new.example')} onChange={(event) => setName(event.target.value)} />
        </Field>
        <div>
          <h2 className="mb-2 text-13 font-medium">{t('template.choose')}</h2>
          <TemplateChoice blank value={template} onChange={setTemplate} />
        </div>
      </Card>
      <div className="flex justify-end">
        <Button variant="primary" type="submit" loading={create.isPending} disabled={name.trim() === ''}>
          {t('new.action')}
        </Button>
      </div>
    </Form>
  )
}

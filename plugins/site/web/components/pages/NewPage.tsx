/** A new page: its name, and what it begins with. */
import { Field, FormDialog, Input, useFieldErrors, useNavigate, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract from '../../../contract.ts'
import { editPath } from './paths.ts'
import { Templates, useTemplates } from './Templates.tsx'

const { routes } = contract

export function NewPage({ template: first, onClose }: { template: string; onClose: () => void }) {
  const t = useT()
  const navigate = useNavigate()
  const [template, setTemplate] = useState(first)
  const [name, setName] = useState<string | null>(null)
  const templates = useTemplates()
  // The name of what it begins with, until somebody writes one.
  const shown = name ?? templates.data?.records.find(({ key }) => key === template)?.name ?? ''
  const create = useWrite(routes.createPage, { invalidates: [routes.pages], onSuccess: ({ id }) => navigate(editPath(id)) })
  const errors = useFieldErrors(create.error)
  return (
    <FormDialog
      title={t('pages.new')}
      width={860}
      action={t('pages.create')}
      pending={create.isPending}
      error={create.error}
      onClose={onClose}
      onSubmit={() => create.mutateAsync({ body: { page: { name: shown, ...(template ? { template } : {}) } } })}
    >
      <div className="grid gap-5">
        <Field label={t('pages.name')} error={errors['page.name'] ?? errors['name']}>
          <Input value={shown} maxLength={120} required autoFocus placeholder={t('pages.name_example')} onChange={(event) => setName(event.target.value)} />
        </Field>
        <section aria-label={t('templates.title')}>
          <h3 className="mb-2 text-13 font-semibold">{t('templates.title')}</h3>
          <Templates chosen={template} onChoose={setTemplate} className="grid-cols-[repeat(auto-fill,minmax(220px,1fr))]" />
        </section>
      </div>
    </FormDialog>
  )
}

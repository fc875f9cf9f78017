/** Corrects what was sent; addresses and consents stay as they were given. */
import { Checkbox, Field, FormDialog, Input, Select, Textarea, toast, useFieldErrors, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Form, type FormField, type Submission } from '../../contract.ts'
import { fieldsIn } from '../../contract/fields.ts'

type Value = string | string[]
export function EditAnswers({ form, submission, onClose }: { form: Form; submission: Submission; onClose: () => void }) {
  const t = useT()
  const fields = fieldsIn(form.elements).filter(({ attributes: { kind } }) => kind !== 'email' && kind !== 'consent')
  const [values, setValues] = useState<Record<number, Value>>(Object.fromEntries(submission.fields.map(({ field_id, value }) => [field_id, value])))
  const save = useWrite(contract.routes.updateSubmission, {
    invalidates: [contract.routes.submissions],
    onSuccess: () => {
      toast.success(t('submission.saved'))
      onClose()
    },
  })
  const errors = useFieldErrors(save.error)
  const elements = fields.map(({ id }) => {
    const value = values[id] ?? ''
    return typeof value === 'string' ? { id, value } : { id, value_json: value }
  })
  return (
    <FormDialog
      title={t('submission.edit')}
      onClose={onClose}
      onSubmit={() => save.mutateAsync({ params: { formId: form.id, id: submission.id }, body: { elements } })}
      error={save.error}
      action={t('save')}
      pending={save.isPending}
    >
      {fields.length === 0 && <p className="text-text-2">{t('submission.nothing')}</p>}
      {fields.map((field) =>
        field.attributes.kind === 'checkbox' ? (
          <One key={field.id} field={field} value={values[field.id] ?? ''} onChange={(value) => setValues({ ...values, [field.id]: value })} />
        ) : (
          <Field key={field.id} label={field.attributes.label} error={errors[`elements.${field.id}`]}>
            <One field={field} value={values[field.id] ?? ''} onChange={(value) => setValues({ ...values, [field.id]: value })} />
          </Field>
        ),
      )}
    </FormDialog>
  )
}

function One({ field: { attributes }, value, onChange }: { field: FormField; value: Value; onChange: (value: Value) => void }) {
  const { kind, options, label } = attributes
  const text = typeof value === 'string' ? value : value.join(', ')
  if (kind === 'checkbox') return <Checkbox label={label} checked={text !== ''} onChange={(on) => onChange(on ? 'yes' : '')} />
  if (kind === 'choices') {
    const chosen = typeof value === 'string' ? [] : value
    return (
      <div className="grid gap-2">
        {options.map((option) => (
          <Checkbox
            key={option}
            label={option}
            checked={chosen.includes(option)}
            onChange={(on) => onChange(on ? [...chosen, option] : chosen.filter((one) => one !== option))}
          />
        ))}
      </div>
    )
  }
  if (kind === 'choice')
    return (
      <Select
        value={text}
        onChange={(event) => onChange(event.target.value)}
        options={[{ value: '', label: '–' }, ...options.map((option) => ({ value: option, label: option }))]}
      />
    )
  if (kind === 'long_text') return <Textarea rows={4} value={text} maxLength={10_000} onChange={(event) => onChange(event.target.value)} />
  return <Input type={kind === 'date' ? 'date' : 'text'} value={text} maxLength={1000} onChange={(event) => onChange(event.target.value)} />
}

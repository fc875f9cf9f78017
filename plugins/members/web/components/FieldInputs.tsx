/** Answers to profile fields, each with the control of its kind. */
import { Checkbox, Field, Input, Select, Textarea, useFieldGroup, useT } from '@atrium/sdk/web'
import { type AnsweredField, type FieldValue, MAX_LINE, MAX_LONG } from '../../contract.ts'

export type Answers = Record<string, FieldValue>

/** What is answered now, as the controls have it. */
export function answersFrom(fields: readonly AnsweredField[]): Answers {
  return Object.fromEntries(fields.map(({ key, field_type, community_member_profile_field: answer }) => [key, answerFrom(field_type, answer)]))
}
function answerFrom(type: AnsweredField['field_type'], answer: AnsweredField['community_member_profile_field']): FieldValue {
  const chosen = answer?.community_member_choices.map(({ profile_field_choice }) => profile_field_choice.id) ?? []
  if (type === 'select' || type === 'checkbox') return chosen
  if (type === 'number') return answer?.number ?? ''
  return answer?.text ?? answer?.textarea ?? ''
}

interface FieldInputsProps {
  fields: readonly AnsweredField[]
  value: Answers
  errors: Record<string, string | undefined>
  onChange: (change: Answers) => void
}
export function FieldInputs({ fields, value, errors, onChange }: FieldInputsProps) {
  const t = useT()
  return fields.map((field) => {
    const { key, label, description, required, admin_only } = field
    return (
      <Field
        key={key}
        label={label}
        help={description ?? (field.field_type === 'social' ? t('fields.social_help') : undefined)}
        error={errors[key] ?? errors[`community_member_profile_fields.${key}`]}
        aside={admin_only ? t('fields.admin_only') : required ? t('fields.required') : undefined}
      >
        <Control field={field} value={value[key] ?? ''} onChange={(next) => onChange({ [key]: next })} />
      </Field>
    )
  })
}

function Control({ field, value, onChange }: { field: AnsweredField; value: FieldValue; onChange: (value: FieldValue) => void }) {
  const t = useT()
  const text = String(Array.isArray(value) ? '' : (value ?? ''))
  const common = { required: field.required, placeholder: field.placeholder ?? undefined, value: text }
  const typed = { onChange: ({ target }: { target: { value: string } }) => onChange(target.value) }
  const chosen = Array.isArray(value) ? value.map(Number) : []
  switch (field.field_type) {
    case 'textarea':
      return <Textarea rows={4} maxLength={MAX_LONG} {...common} {...typed} />
    case 'social':
      return <Textarea rows={3} maxLength={MAX_LONG} {...common} placeholder={field.placeholder ?? 'https://'} {...typed} />
    case 'number':
      return <Input type="number" step="any" {...common} {...typed} />
    case 'date':
      return <Input type="date" max="9999-12-31" {...common} {...typed} />
    case 'link':
      return <Input inputMode="url" maxLength={MAX_LINE} {...common} placeholder={field.placeholder ?? 'https://'} {...typed} />
    case 'select':
      return (
        <Select
          required={field.required}
          value={chosen[0] ? String(chosen[0]) : ''}
          onChange={({ target }) => onChange(target.value ? [Number(target.value)] : [])}
          options={[
            { value: '', label: field.placeholder ?? t('fields.choose') },
            ...field.choices.map((choice) => ({ value: String(choice.id), label: choice.value })),
          ]}
        />
      )
    case 'checkbox':
      return <Several field={field} chosen={chosen} onChange={onChange} />
    default:
      return <Input maxLength={MAX_LINE} {...common} {...typed} />
  }
}

function Several({ field, chosen, onChange }: { field: AnsweredField; chosen: number[]; onChange: (value: number[]) => void }) {
  return (
    <div role="group" {...useFieldGroup()} className="grid gap-2 sm:grid-cols-2">
      {field.choices.map(({ id, value }) => (
        <Checkbox key={id} label={value} checked={chosen.includes(id)} onChange={(on) => onChange(on ? [...chosen, id] : chosen.filter((one) => one !== id))} />
      ))}
    </div>
  )
}

/** One thing that an action asks for, by its kind. */
import { Editor, Field, Input, Select, Switch, Textarea, useT } from '@atrium/sdk/web'
import type { Ask } from '../../../contract.ts'
import { useEditing } from '../editor/useEditing.ts'
import { ChoicesField } from './ChoicesField.tsx'
import { ResourceField } from './ResourceField.tsx'
import { VariableMenu } from './VariableMenu.tsx'
import { VariableText } from './VariableText.tsx'

export interface AskFieldProps {
  ask: Ask
  value: unknown
  onChange: (value: unknown) => void
  error?: string
}
export function AskField({ ask, value, onChange, error }: AskFieldProps) {
  const t = useT()
  if (ask.kind === 'flag')
    return (
      <div>
        <Switch label={ask.label} checked={(value ?? ask.default) === true} onChange={onChange} />
        {ask.help && <p className="mt-1 text-13 text-text-3">{ask.help}</p>}
      </div>
    )
  return (
    <Field
      label={ask.is_required ? ask.label : t('field.optional', { label: ask.label })}
      help={ask.help}
      error={error}
      aside={ask.kind === 'richtext' && ask.has_variables && <VariableMenu />}
    >
      <Control ask={ask} value={value} onChange={onChange} />
    </Field>
  )
}

function Control({ ask, value, onChange }: AskFieldProps) {
  const t = useT()
  const { setBusy } = useEditing()
  const text = String(value ?? '')
  switch (ask.kind) {
    case 'resource': {
      const ids = [value ?? []].flat().map(Number)
      return (
        <ResourceField
          label={ask.label}
          resource={ask.resource ?? ''}
          isMultiple={ask.is_multiple}
          value={ids}
          onChange={(next) => onChange(ask.is_multiple ? next : (next[0] ?? null))}
        />
      )
    }
    case 'choices':
      if (ask.is_multiple) return <ChoicesField choices={ask.choices ?? []} value={[value ?? []].flat() as (string | number)[]} onChange={onChange} />
      return (
        <Select
          value={text}
          onChange={(event) => onChange(ask.choices?.find((one) => String(one.value) === event.target.value)?.value ?? null)}
          options={[{ value: '', label: t('field.choose') }, ...(ask.choices ?? []).map((one) => ({ value: String(one.value), label: one.label }))]}
        />
      )
    case 'richtext':
      return <Editor size="small" label={ask.label} value={(value ?? null) as never} onChange={(doc) => onChange(doc)} onBusy={setBusy} />
    case 'number':
      return (
        <Input type="number" inputMode="numeric" value={text} onChange={(event) => onChange(event.target.value === '' ? null : Number(event.target.value))} />
      )
    case 'date':
      return <Input type="date" value={text} onChange={(event) => onChange(event.target.value || null)} />
    default: {
      const isLong = ask.kind === 'longtext'
      if (ask.has_variables) return <VariableText value={text} onChange={onChange} isLong={isLong} isAddress={ask.kind === 'address'} />
      return isLong ? (
        <Textarea rows={4} value={text} onChange={(event) => onChange(event.target.value)} />
      ) : (
        <Input value={text} onChange={(event) => onChange(event.target.value)} />
      )
    }
  }
}

/** Conditions on what an event carried, by its own fields. */
import { Button, Field, IconButton, Input, Segment, Select, useT } from '@atrium/sdk/web'
import type { EventField, FieldFilter, FieldRule } from '../../../contract.ts'
import { ChoicesField } from './ChoicesField.tsx'
import { isBare } from './fieldWords.ts'
import { ResourceField } from './ResourceField.tsx'

const MAX = 20
const first = (field: EventField): FieldRule => ({ field: field.name, operator: field.operators[0]!, value: emptyOf(field) })
const emptyOf = ({ type }: EventField): FieldRule['value'] => (type === 'choice' || type === 'resource' ? [] : type === 'flag' ? true : '')

export interface FieldRulesProps {
  fields: readonly EventField[]
  value: FieldFilter
  onChange: (filter: FieldFilter) => void
}
export function FieldRules({ fields, value, onChange }: FieldRulesProps) {
  const t = useT()
  const rules = value.rules ?? []
  if (fields.length === 0 && rules.length === 0) return <p className="text-13 text-text-3">{t('rules.no_fields')}</p>
  const put = (at: number, rule: FieldRule) => onChange({ ...value, rules: rules.with(at, rule) })
  return (
    <div role="group" aria-label={t('rules.event')} className="grid gap-2">
      {rules.length > 1 && (
        <Segment
          label={t('rules.match')}
          value={value.match ?? 'all'}
          onChange={(match) => onChange({ ...value, match })}
          items={[
            { value: 'all', label: t('rules.all') },
            { value: 'any', label: t('rules.any') },
          ]}
        />
      )}
      {rules.map((rule, at) => (
        <Rule key={at} fields={fields} rule={rule} onChange={(next) => put(at, next)} onRemove={() => onChange({ ...value, rules: rules.toSpliced(at, 1) })} />
      ))}
      {fields.length > 0 && rules.length < MAX && (
        <Button
          size="sm"
          variant="ghost"
          icon="plus"
          className="justify-self-start"
          onClick={() => onChange({ ...value, rules: [...rules, first(fields[0]!)] })}
        >
          {t('rules.add')}
        </Button>
      )}
    </div>
  )
}

interface RuleProps {
  fields: readonly EventField[]
  rule: FieldRule
  onChange: (rule: FieldRule) => void
  onRemove: () => void
}
function Rule({ fields, rule, onChange, onRemove }: RuleProps) {
  const t = useT()
  const field = fields.find(({ name }) => name === rule.field)
  return (
    <div className="grid gap-2 rounded-card border p-2.5">
      <div className="flex items-start gap-2">
        <Field label={t('rules.field')} hideLabel className="min-w-0 flex-1">
          <Select
            size="sm"
            value={rule.field}
            onChange={(event) => onChange(first(fields.find(({ name }) => name === event.target.value)!))}
            options={[...(field ? [] : [{ value: rule.field, label: rule.field }]), ...fields.map(({ name, label }) => ({ value: name, label }))]}
          />
        </Field>
        <IconButton icon="x" size="sm" label={t('rules.remove')} onClick={onRemove} />
      </div>
      {field && (
        <>
          <Field label={t('rules.operator')} hideLabel>
            <Select
              size="sm"
              value={rule.operator}
              onChange={(event) =>
                onChange({ ...rule, operator: event.target.value, value: isBare(event.target.value) ? undefined : (rule.value ?? emptyOf(field)) })
              }
              options={field.operators.map((value) => ({ value, label: t(`op.${value}`) }))}
            />
          </Field>
          {!isBare(rule.operator) && (
            <Field label={t('rules.value')} hideLabel>
              <FieldValue field={field} value={rule.value} onChange={(next) => onChange({ ...rule, value: next })} isMultiple />
            </Field>
          )}
        </>
      )}
    </div>
  )
}

export interface FieldValueProps {
  field: EventField
  value: FieldRule['value']
  onChange: (value: FieldRule['value']) => void
  /** Of choices and things: a list of them. */
  isMultiple?: boolean
}
/** A value of an event's field. */
export function FieldValue({ field, value, onChange, isMultiple = false }: FieldValueProps) {
  const t = useT()
  const chosen = [value ?? []].flat().filter((one) => one !== '')
  switch (field.type) {
    case 'flag':
      return (
        <Select
          size="sm"
          value={String(value === true)}
          onChange={(event) => onChange(event.target.value === 'true')}
          options={[
            { value: 'true', label: t('yes') },
            { value: 'false', label: t('no') },
          ]}
        />
      )
    case 'resource':
      return (
        <ResourceField
          label={field.label}
          resource={field.resource ?? ''}
          isMultiple={isMultiple}
          value={chosen.map(Number)}
          onChange={(ids) => onChange(isMultiple ? ids : (ids[0] ?? null))}
        />
      )
    case 'choice':
      return <ChoiceValue field={field} chosen={chosen as (string | number)[]} isMultiple={isMultiple} onChange={onChange} />
    default:
      return (
        <Input
          size="sm"
          type={field.type === 'number' ? 'number' : field.type === 'date' ? 'date' : 'text'}
          maxLength={500}
          value={String(value ?? '')}
          onChange={(event) => onChange(field.type === 'number' && event.target.value !== '' ? Number(event.target.value) : event.target.value)}
        />
      )
  }
}

interface ChoiceValueProps {
  field: EventField
  chosen: readonly (string | number)[]
  isMultiple: boolean
  onChange: (value: FieldRule['value']) => void
}
function ChoiceValue({ field, chosen, isMultiple, onChange }: ChoiceValueProps) {
  const t = useT()
  const choices = field.choices ?? []
  if (!isMultiple)
    return (
      <Select
        size="sm"
        value={String(chosen[0] ?? '')}
        onChange={(event) => onChange(choices.find((one) => String(one.value) === event.target.value)?.value ?? null)}
        options={[{ value: '', label: t('field.choose') }, ...choices.map(({ value, label }) => ({ value: String(value), label }))]}
      />
    )
  return <ChoicesField choices={choices} value={chosen} onChange={onChange} />
}

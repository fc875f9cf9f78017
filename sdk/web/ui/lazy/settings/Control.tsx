/** The control that fits a field of a schema: text, number with its unit, choice, colour, list, group. */
import type { ReactNode } from 'react'
import type { FormField } from '../../../../core/fields.ts'
import { useWords } from '../../../core/i18n.tsx'
import { Button, IconButton } from '../../Button.tsx'
import { Checkbox, Switch } from '../../choice.tsx'
import { Field, Input, Select, Textarea, useFieldGroup } from '../../Field.tsx'
import { ColorField } from '../../late.tsx'

/** The words of a field, or of one of its options. */
export type Said = (key: string, option?: string) => { title: string; help?: string; placeholder?: string }

interface ControlProps {
  field: FormField
  value: unknown
  onChange: (value: unknown) => void
  said: Said
  /** Of the whole form, by path. */
  errors: Record<string, string | undefined>
  /** Of this field among them: `links.2.url`. */
  path: string
  disabled?: boolean
  placeholder?: string
}

export function Control(props: ControlProps): ReactNode {
  const { field, value, onChange, said, disabled, placeholder } = props
  const t = useWords()
  const text = value === null || value === undefined ? '' : String(value)
  switch (field.kind) {
    case 'switch':
      return <Switch checked={value === true} disabled={disabled} onChange={onChange} />
    case 'choice': {
      const none = field.nullable ? [{ value: '', label: t('form.none') }] : []
      const options = field.options.map((option) => ({ value: option, label: said(field.key, option).title }))
      return <Select value={text} disabled={disabled} options={[...none, ...options]} onChange={(event) => onChange(event.target.value || null)} />
    }
    case 'number':
      return (
        <span className="flex items-center gap-2">
          <Input
            type="number"
            inputMode={field.whole ? 'numeric' : 'decimal'}
            step={field.whole ? 1 : 'any'}
            min={field.least}
            max={field.most}
            required={!field.nullable}
            disabled={disabled}
            placeholder={placeholder}
            value={text}
            onChange={(event) => onChange(event.target.value === '' ? null : Number(event.target.value))}
            className="w-40"
          />
          {field.unit && <span className="text-13 text-text-2">{t(`unit.${field.unit}`)}</span>}
        </span>
      )
    case 'colour':
      return <ColorField value={text} disabled={disabled} onChange={onChange} />
    case 'choices':
      return <Choices {...props} field={field} />
    case 'list':
      return <Rows {...props} field={field} />
    case 'group':
      return <Group {...props} field={field} />
    case 'picture':
    case 'own':
      return null
    default: {
      const empty = field.nullable ? null : ''
      const given = {
        value: text,
        maxLength: field.longest,
        disabled,
        placeholder,
        onChange: (event: { target: { value: string } }) => onChange(event.target.value || empty),
      }
      if (field.as === 'lines') return <Textarea {...given} rows={3} />
      return (
        <Input
          {...given}
          type={field.as === 'email' ? 'email' : field.as === 'address' ? 'url' : 'text'}
          placeholder={placeholder ?? (field.as === 'address' ? 'https://' : undefined)}
        />
      )
    }
  }
}

type Of<Kind extends FormField['kind']> = Omit<ControlProps, 'field'> & { field: FormField & { kind: Kind } }

function Choices({ field, value, onChange, said, disabled }: Of<'choices'>) {
  const group = useFieldGroup()
  const chosen = (value ?? []) as string[]
  const full = field.most !== undefined && chosen.length >= field.most
  return (
    <div {...group} role="group" className="flex flex-wrap gap-x-5 gap-y-2">
      {field.options.map((option) => (
        <Checkbox
          key={option}
          label={said(field.key, option).title}
          checked={chosen.includes(option)}
          disabled={disabled || (full && !chosen.includes(option))}
          onChange={(on) => onChange(field.options.filter((one) => (one === option ? on : chosen.includes(one))))}
        />
      ))}
    </div>
  )
}

/** Nothing of a kind yet: what a new row of a list begins with. */
function blank(field: FormField): unknown {
  if (field.nullable) return null
  if (field.kind === 'group') return Object.fromEntries(field.fields.map((one) => [one.key, blank(one)]))
  if (field.kind === 'choice') return field.options[0]
  return { switch: false, number: field.kind === 'number' ? (field.least ?? 0) : 0, choices: [], list: [] }[field.kind as string] ?? ''
}

function Rows({ field, value, onChange, said, errors, path, disabled }: Of<'list'>) {
  const t = useWords()
  const group = useFieldGroup()
  const rows = (value ?? []) as unknown[]
  const item = { ...field.item, key: field.key } as FormField
  return (
    <div {...group} role="group" className="grid gap-2">
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
        <div key={index} className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <Field label={t('form.row', { number: index + 1 })} hideLabel error={errors[`${path}.${index}`]}>
              <Control
                field={item}
                value={row}
                said={said}
                errors={errors}
                path={`${path}.${index}`}
                disabled={disabled}
                onChange={(next) => onChange(rows.map((one, at) => (at === index ? next : one)))}
              />
            </Field>
          </div>
          <IconButton
            icon="x"
            label={t('form.row.remove', { number: index + 1 })}
            disabled={disabled}
            onClick={() => onChange(rows.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <Button
        icon="plus"
        className="justify-self-start"
        disabled={disabled || (field.most !== undefined && rows.length >= field.most)}
        onClick={() => onChange([...rows, blank(field.item)])}
      >
        {t('form.row.add')}
      </Button>
    </div>
  )
}

function Group({ field, value, onChange, said, errors, path, disabled }: Of<'group'>) {
  const group = useFieldGroup()
  const record = (value ?? {}) as Record<string, unknown>
  return (
    <div {...group} role="group" className="grid gap-3 rounded-card border p-3">
      {field.fields.map((one) => {
        const { title, help, placeholder } = said(`${field.key}.${one.key}`)
        const inner = { ...one, key: `${field.key}.${one.key}` } as FormField
        return (
          <Field key={one.key} label={title} help={help} error={errors[`${path}.${one.key}`]}>
            <Control
              field={inner}
              value={record[one.key]}
              said={said}
              errors={errors}
              path={`${path}.${one.key}`}
              disabled={disabled}
              placeholder={placeholder}
              onChange={(next) => onChange({ ...record, [one.key]: next })}
            />
          </Field>
        )
      })}
    </div>
  )
}

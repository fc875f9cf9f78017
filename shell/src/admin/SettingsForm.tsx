/** A form made from a plugin's settings schema, in the plugin's own words. */
import { Card, Field, Input, Select, SettingRow, Switch, Textarea, useT, useWordsOf } from '@atrium/sdk/web'
import type { SettingField } from './schema.ts'

/** Longer texts get more than a line. */
const LINE = 200

interface SettingsFormProps {
  plugin: string
  fields: SettingField[]
  value: Record<string, unknown>
  errors: Record<string, string | undefined>
  onChange: (key: string, value: unknown) => void
}

export function SettingsForm({ plugin, fields, value, errors, onChange }: SettingsFormProps) {
  const t = useWordsOf(plugin)
  return (
    <Card>
      {fields.map((field) => {
        const { title, help } = wordsOf(t, field.key)
        if (field.kind === 'switch')
          return (
            <SettingRow
              key={field.key}
              title={title}
              text={help}
              control={(aria) => <Switch {...aria} checked={value[field.key] === true} onChange={(on) => onChange(field.key, on)} />}
            />
          )
        return (
          <div key={field.key} className="px-4 py-4 not-first:border-t desk:px-5">
            <Field label={title} help={help} error={errors[field.key]}>
              <Control plugin={plugin} field={field} value={value[field.key]} onChange={(next) => onChange(field.key, next)} />
            </Field>
          </div>
        )
      })}
    </Card>
  )
}

/** Title and help of a setting; its key stands in for a title that was forgotten. */
function wordsOf(t: (key: string) => string, key: string) {
  const [title, help] = [t(`settings.${key}`), t(`settings.${key}.help`)]
  return { title: title === `settings.${key}` ? key.replaceAll('_', ' ') : title, help: help === `settings.${key}.help` ? undefined : help }
}

interface ControlProps {
  plugin: string
  field: Exclude<SettingField, { kind: 'switch' }>
  value: unknown
  onChange: (value: unknown) => void
}
function Control({ plugin, field, value, onChange }: ControlProps) {
  const t = useT()
  const own = useWordsOf(plugin)
  const text = value === null || value === undefined ? '' : String(value)
  if (field.kind === 'choice') {
    const options = field.options.map((option) => {
      const key = `settings.${field.key}.${option}`
      return { value: option, label: own(key) === key ? option.replaceAll('_', ' ') : own(key) }
    })
    const none = field.nullable ? [{ value: '', label: t('settings.none') }] : []
    return <Select value={text} options={[...none, ...options]} onChange={(event) => onChange(event.target.value || null)} />
  }
  if (field.kind === 'number')
    return (
      <Input
        type="number"
        inputMode={field.whole ? 'numeric' : 'decimal'}
        step={field.whole ? 1 : 'any'}
        min={field.least}
        max={field.most}
        required={!field.nullable}
        value={text}
        onChange={(event) => onChange(event.target.value === '' ? null : Number(event.target.value))}
        className="max-w-48"
      />
    )
  const empty = field.nullable ? null : ''
  if ((field.longest ?? 0) > LINE) return <Textarea maxLength={field.longest} value={text} onChange={(event) => onChange(event.target.value || empty)} />
  return <Input maxLength={field.longest} value={text} onChange={(event) => onChange(event.target.value || empty)} />
}

/** The conditions of a rule, one a row: what is looked at, whether it is so, the value. */
import { Button, IconButton, Input, Select, useT } from '@atrium/sdk/web'
import { RULE_FIELDS } from '../../../contract.ts'
import { type Condition, firstOf, valuesOf } from './conditions.ts'

const MOST = 10

interface ConditionRowsProps {
  value: readonly Condition[]
  onChange: (value: Condition[]) => void
}
export function ConditionRows({ value, onChange }: ConditionRowsProps) {
  const t = useT()
  const set = (at: number, next: Condition) => onChange(value.map((one, i) => (i === at ? next : one)))
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-13 font-medium">{t('rules.conditions')}</legend>
      {value.map((condition, i) => {
        const values = valuesOf(t, condition.field)
        return (
          <div key={i} className="grid grid-cols-[minmax(0,1fr)_minmax(0,0.7fr)_minmax(0,1.3fr)_auto] items-center gap-1.5 max-desk:grid-cols-2">
            <Select
              size="sm"
              aria-label={t('rules.field')}
              value={condition.field}
              options={RULE_FIELDS.map((field) => ({ value: field, label: t(`rules.field.${field}`) }))}
              onChange={(event) => set(i, firstOf(event.target.value as Condition['field']))}
            />
            <Select
              size="sm"
              aria-label={t('rules.is_label')}
              value={String(condition.is)}
              options={['true', 'false'].map((is) => ({ value: is, label: t(`rules.${condition.field === 'text' ? 'contains' : 'is'}.${is}`) }))}
              onChange={(event) => set(i, { ...condition, is: event.target.value === 'true' })}
            />
            {values ? (
              <Select
                size="sm"
                aria-label={t('rules.value_label')}
                value={condition.value}
                options={values}
                onChange={(event) => set(i, { ...condition, value: event.target.value })}
              />
            ) : (
              <Input
                size="sm"
                aria-label={t('rules.value_label')}
                value={condition.value}
                maxLength={200}
                required
                placeholder={t('rules.value_example')}
                onChange={(event) => set(i, { ...condition, value: event.target.value })}
              />
            )}
            <IconButton
              size="sm"
              icon="x"
              label={t('rules.remove_condition')}
              onClick={() => onChange(value.filter((_, at) => at !== i))}
              className="max-desk:size-11"
            />
          </div>
        )
      })}
      {value.length === 0 && <p className="text-13 text-text-3">{t('rules.always')}</p>}
      {value.length > 1 && <p className="text-13 text-text-3">{t('rules.conditions_help')}</p>}
      {value.length < MOST && (
        <Button size="sm" icon="plus" className="justify-self-start" onClick={() => onChange([...value, firstOf('type')])}>
          {t('rules.add_condition')}
        </Button>
      )}
    </fieldset>
  )
}

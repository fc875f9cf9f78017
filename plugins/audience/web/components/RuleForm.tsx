/** One rule of a filter: by what, how, and which value. */
import { Button, Checkbox, Field, Input, SearchField, Select, translate, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import type { FilterOffer, FilterRule } from '../../../members/contract.ts'
import { isBare } from './rules.ts'

export interface RuleFormProps {
  offers: readonly FilterOffer[]
  rule?: FilterRule
  onApply: (rule: FilterRule) => void
  onRemove?: () => void
}
/** Under the name of what each comes from: the name of a course alone says not that it is one. */
const grouped = (offers: readonly FilterOffer[]) => offers.map((offer) => ({ ...offer, group: translate(offer.plugin, 'plugin.title') }))
/** Choices beyond these are searched. */
const MANY = 8
const empty = (offer: FilterOffer): FilterRule['value'] => (offer.type === 'choice' ? [] : offer.type === 'flag' ? true : '')

export function RuleForm({ offers, rule, onApply, onRemove }: RuleFormProps) {
  const t = useT()
  const [filter, setFilter] = useState(rule?.filter ?? offers[0]?.key ?? '')
  const offer = offers.find(({ key }) => key === filter)
  const [operator, setOperator] = useState(rule?.operator ?? offer?.operators[0] ?? 'is')
  const [value, setValue] = useState<FilterRule['value']>(rule?.value ?? (offer ? empty(offer) : ''))
  if (!offer) return null
  const choose = (key: string) => {
    const next = offers.find((one) => one.key === key)!
    setFilter(key)
    setOperator(next.operators[0]!)
    setValue(empty(next))
  }
  const missing = !isBare(operator) && (Array.isArray(value) ? value.length === 0 : value === '' || value === undefined || value === null)
  const apply = () => {
    if (missing) return
    const typed = offer.type === 'number' || operator === 'within_days' ? Number(value) : value
    onApply({ filter, operator, ...(isBare(operator) ? {} : { value: typed }) })
  }
  return (
    <form
      className="grid w-72 max-w-full gap-3 p-3"
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <Field label={t('filter.by')}>
        <Select
          value={filter}
          onChange={(event) => choose(event.target.value)}
          options={grouped(offers).map(({ key, label, group }) => ({ value: key, label, group }))}
        />
      </Field>
      <Field label={t('filter.how')}>
        <Select
          value={operator}
          onChange={(event) => setOperator(event.target.value)}
          options={offer.operators.map((one) => ({ value: one, label: t(`op.${one}`) }))}
        />
      </Field>
      {!isBare(operator) && <Value offer={offer} operator={operator} value={value} onChange={setValue} />}
      <div className="flex justify-end gap-2">
        {onRemove && (
          <Button size="sm" variant="ghost" onClick={onRemove}>
            {t('filter.remove')}
          </Button>
        )}
        <Button size="sm" variant="primary" type="submit" disabled={missing}>
          {t('filter.apply')}
        </Button>
      </div>
    </form>
  )
}

interface ValueProps {
  offer: FilterOffer
  operator: string
  value: FilterRule['value']
  onChange: (value: FilterRule['value']) => void
}
function Value({ offer, operator, value, onChange }: ValueProps) {
  const t = useT()
  const [text, setText] = useState('')
  if (offer.type === 'choice' && offer.choices) {
    const chosen = [value].flat().map(String)
    const shown = offer.choices.filter(({ label }) => label.toLowerCase().includes(text.trim().toLowerCase()))
    return (
      <fieldset className="grid gap-2">
        <legend className="mb-1 text-13 font-medium">{t('filter.value')}</legend>
        {offer.choices.length > MANY && <SearchField value={text} onChange={setText} placeholder={t('filter.find')} />}
        <div className="grid max-h-48 gap-1.5 overflow-y-auto">
          {shown.map((choice) => (
            <Checkbox
              key={choice.value}
              label={choice.label}
              checked={chosen.includes(choice.value)}
              onChange={(on) => onChange(on ? [...chosen.filter((one) => one !== ''), choice.value] : chosen.filter((one) => one !== choice.value))}
            />
          ))}
          {offer.choices.length === 0 && <p className="text-13 text-text-3">{t('filter.no_choices')}</p>}
        </div>
      </fieldset>
    )
  }
  if (offer.type === 'flag')
    return (
      <Field label={t('filter.value')}>
        <Select
          value={String(value === true)}
          onChange={(event) => onChange(event.target.value === 'true')}
          options={[
            { value: 'true', label: t('yes') },
            { value: 'false', label: t('no') },
          ]}
        />
      </Field>
    )
  const days = operator === 'within_days'
  return (
    <Field label={t(days ? 'filter.days' : 'filter.value')}>
      <Input
        type={days || offer.type === 'number' ? 'number' : offer.type === 'date' ? 'date' : 'text'}
        min={days ? 1 : undefined}
        maxLength={500}
        value={String(value ?? '')}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}

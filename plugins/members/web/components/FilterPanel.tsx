/** All that the directory can be narrowed down by, in a panel at the side. */
import { Button, Checkbox, Drawer, Field, Input, SearchField, Select, useFieldGroup, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import type { FilterOffer, FilterRule } from '../../contract.ts'

/** From so many choices on they can be searched. */
const MANY = 8
const SPANS = [7, 30, 90, 365]
/** What people look for first; the rest follow as they come. */
const FIRST = ['location', 'tag', 'field', 'joined_at', 'space']
const placeOf = ({ key }: FilterOffer) => {
  const place = FIRST.indexOf(key.split(':')[0]!)
  return place < 0 ? FIRST.length : place
}
/** Chips beside the panel do these. */
const ELSEWHERE = ['online']

interface FilterPanelProps {
  offers: readonly FilterOffer[]
  rules: readonly FilterRule[]
  onApply: (rules: FilterRule[]) => void
  onClose: () => void
}
export function FilterPanel({ offers, rules, onApply, onClose }: FilterPanelProps) {
  const t = useT()
  const [draft, setDraft] = useState<readonly FilterRule[]>(rules)
  const put = (key: string, rule: Omit<FilterRule, 'filter'> | null) =>
    setDraft([...draft.filter(({ filter }) => filter !== key), ...(rule ? [{ filter: key, ...rule }] : [])])
  const shown = offers
    .filter(({ key, type, choices }) => !ELSEWHERE.includes(key) && type !== 'flag' && (type !== 'choice' || (choices?.length ?? 0) > 0))
    .sort((one, other) => placeOf(one) - placeOf(other))
  return (
    <Drawer
      open
      onOpenChange={(next) => !next && onClose()}
      title={t('filter.label')}
      footer={
        <>
          <Button variant="ghost" onClick={() => setDraft([])} disabled={draft.length === 0}>
            {t('filter.clear')}
          </Button>
          <Button
            variant="primary"
            onClick={() => {
              onApply(draft.filter(isWhole))
              onClose()
            }}
          >
            {t('filter.apply')}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        {shown.map((offer) => (
          <FilterControl key={offer.key} offer={offer} rule={draft.find(({ filter }) => filter === offer.key)} onChange={(rule) => put(offer.key, rule)} />
        ))}
      </div>
    </Drawer>
  )
}
/** A number without digits, or words that are blanks, ask nothing. */
const isWhole = ({ value }: FilterRule) => (Array.isArray(value) ? value.length > 0 : typeof value === 'string' ? value.trim() !== '' : value !== undefined)

interface ControlProps {
  offer: FilterOffer
  rule: FilterRule | undefined
  onChange: (rule: Omit<FilterRule, 'filter'> | null) => void
}
function FilterControl({ offer, rule, onChange }: ControlProps) {
  const t = useT()
  if (offer.type === 'choice')
    return (
      <Field label={offer.label}>
        <Choices
          choices={offer.choices ?? []}
          value={(rule?.value as string[] | undefined) ?? []}
          onChange={(value) => onChange(value.length ? { operator: 'any_of', value } : null)}
        />
      </Field>
    )
  if (offer.type === 'date')
    return (
      <Field label={offer.label}>
        <Select
          value={rule ? String(rule.value) : ''}
          onChange={({ target }) => onChange(target.value ? { operator: 'within_days', value: Number(target.value) } : null)}
          options={[{ value: '', label: t('filter.any_time') }, ...SPANS.map((days) => ({ value: String(days), label: t('filter.days', { count: days }) }))]}
        />
      </Field>
    )
  if (offer.type === 'number') {
    const operator = rule?.operator ?? 'is'
    return (
      <div className="grid grid-cols-[1fr_1fr] items-end gap-2">
        <Field label={offer.label}>
          <Select
            value={operator}
            onChange={({ target }) => onChange({ operator: target.value, value: rule?.value })}
            options={['is', 'gt', 'lt'].map((value) => ({ value, label: t(`operator.${value}`) }))}
          />
        </Field>
        <Field label={t('filter.number', { name: offer.label })} hideLabel>
          <Input
            type="number"
            step="any"
            value={rule?.value === undefined ? '' : String(rule.value)}
            onChange={({ target }) => onChange(target.value === '' ? null : { operator, value: Number(target.value) })}
          />
        </Field>
      </div>
    )
  }
  return (
    <Field label={offer.label}>
      <Input
        maxLength={100}
        placeholder={t('filter.contains')}
        value={String(rule?.value ?? '')}
        onChange={({ target }) => onChange(target.value === '' ? null : { operator: 'contains', value: target.value })}
      />
    </Field>
  )
}

function Choices({
  choices,
  value,
  onChange,
}: {
  choices: readonly { value: string; label: string }[]
  value: readonly string[]
  onChange: (value: string[]) => void
}) {
  const t = useT()
  const group = useFieldGroup()
  const [text, setText] = useState('')
  const fits = choices.filter(({ label }) => label.toLowerCase().includes(text.trim().toLowerCase()))
  return (
    <div role="group" {...group} className="grid gap-2">
      {choices.length > MANY && <SearchField value={text} onChange={setText} label={t('filter.search_choices')} placeholder={t('filter.search_choices')} />}
      <div className="grid max-h-52 gap-1.5 overflow-y-auto">
        {fits.map((choice) => (
          <Checkbox
            key={choice.value}
            label={choice.label}
            checked={value.includes(choice.value)}
            onChange={(checked) => onChange(checked ? [...value, choice.value] : value.filter((one) => one !== choice.value))}
          />
        ))}
      </div>
    </div>
  )
}

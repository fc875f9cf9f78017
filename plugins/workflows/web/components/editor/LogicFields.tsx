/** Settings of the cards that are logic: conditions, waits, ends. */
import { Field, Input, Select, useLocale, useT } from '@atrium/sdk/web'
import { type FieldFilter, UNITS, ZONES } from '../../../contract.ts'
import type { FilterGroup } from '../../../../members/contract.ts'
import { FieldRules } from '../fields/FieldRules.tsx'
import { PeopleRules } from '../fields/PeopleRules.tsx'
import { weekdayName } from '../flow/words.ts'
import { EventField, Section } from './TriggerPanel.tsx'
import { useEditing } from './useEditing.ts'

type Params = Record<string, unknown>
export interface LogicFieldsProps {
  type: string
  params: Params
  onChange: (change: Params) => void
}
const NO_RULES: FieldFilter = { match: 'all', rules: [] }

export function LogicFields({ type, params, onChange }: LogicFieldsProps) {
  const t = useT()
  const { kit, triggerType } = useEditing()
  switch (type) {
    case 'wait':
      return <Length label={t('wait.for')} params={params} onChange={onChange} />
    case 'wait_until':
      return <Until params={params} onChange={onChange} />
    case 'wait_for': {
      const event = (params['trigger_type'] as string) || null
      return (
        <>
          <EventField label={t('wait.event')} value={event} onChange={(next) => onChange({ trigger_type: next ?? '', filters: NO_RULES })} />
          {event && (
            <Section title={t('rules.event')}>
              <FieldRules
                fields={kit.triggerOf(event)?.fields ?? []}
                value={(params['filters'] as FieldFilter) ?? NO_RULES}
                onChange={(filters) => onChange({ filters })}
              />
            </Section>
          )}
          <Length label={t('wait.at_most')} params={params} onChange={onChange} />
          <p className="text-13 text-text-3">{t('wait.for_help')}</p>
        </>
      )
    }
    default:
      return (
        <>
          <p className="text-13 text-text-2">{t(`card.${type}.help`)}</p>
          <PeopleRules
            person={(params['person'] as FilterGroup) ?? null}
            onPerson={(person) => onChange({ person })}
            segment={(params['community_segment_id'] as number) ?? null}
            onSegment={(community_segment_id) => onChange({ community_segment_id })}
          />
          {type === 'condition' && triggerType && (
            <Section title={t('rules.event')}>
              <FieldRules
                fields={kit.triggerOf(triggerType)?.fields ?? []}
                value={(params['filters'] as FieldFilter) ?? NO_RULES}
                onChange={(filters) => onChange({ filters })}
              />
            </Section>
          )}
        </>
      )
  }
}

function Length({ label, params, onChange }: Omit<LogicFieldsProps, 'type'> & { label: string }) {
  const t = useT()
  return (
    <div className="grid grid-cols-2 items-end gap-3">
      <Field label={label}>
        <Input
          type="number"
          inputMode="numeric"
          min={1}
          value={String(params['amount'] ?? '')}
          onChange={(event) => onChange({ amount: event.target.value === '' ? null : Number(event.target.value) })}
        />
      </Field>
      <Field label={t('wait.unit')} hideLabel>
        <Select
          value={String(params['unit'] ?? 'days')}
          onChange={(event) => onChange({ unit: event.target.value })}
          options={UNITS.map((value) => ({ value, label: t(`wait.unit.${value}`) }))}
        />
      </Field>
    </div>
  )
}
function Until({ params, onChange }: Omit<LogicFieldsProps, 'type'>) {
  const t = useT()
  const locale = useLocale()
  return (
    <>
      <div className="grid grid-cols-2 items-end gap-3">
        <Field label={t('wait.weekday')}>
          <Select
            value={String(params['weekday'] ?? '')}
            onChange={(event) => onChange({ weekday: Number(event.target.value) || null })}
            options={[
              { value: '', label: t('wait.any_day') },
              ...[1, 2, 3, 4, 5, 6, 7].map((day) => ({ value: String(day), label: weekdayName(locale, day) })),
            ]}
          />
        </Field>
        <Field label={t('wait.time')}>
          <Input type="time" value={String(params['time'] ?? '')} onChange={(event) => onChange({ time: event.target.value })} />
        </Field>
      </div>
      <Field label={t('wait.zone')}>
        <Select
          value={String(params['zone'] ?? 'community')}
          onChange={(event) => onChange({ zone: event.target.value })}
          options={ZONES.map((value) => ({ value, label: t(`wait.zone_${value}`) }))}
        />
      </Field>
    </>
  )
}

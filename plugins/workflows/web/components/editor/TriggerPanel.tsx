/** What begins a workflow: an event, with conditions on it and on the person. */
import { Field, Select, useT } from '@atrium/sdk/web'
import type { Trigger } from '../../../contract.ts'
import { FieldRules } from '../fields/FieldRules.tsx'
import { PeopleRules } from '../fields/PeopleRules.tsx'
import { useEditing } from './useEditing.ts'

export function TriggerPanel({ value, onChange }: { value: Trigger; onChange: (trigger: Trigger) => void }) {
  const t = useT()
  const { kit } = useEditing()
  const offer = kit.triggerOf(value.trigger_type)
  return (
    <>
      <EventField
        label={t('trigger.event')}
        value={value.trigger_type}
        // conditions on another event have no fields here
        onChange={(trigger_type) => onChange({ ...value, trigger_type, filters: { match: 'all', rules: [] } })}
      />
      {offer && (
        <Section title={t('rules.event')}>
          <FieldRules fields={offer.fields} value={value.filters} onChange={(filters) => onChange({ ...value, filters })} />
        </Section>
      )}
      {offer?.has_person !== false && (
        <Section title={t('trigger.person')}>
          <PeopleRules
            person={value.person}
            onPerson={(person) => onChange({ ...value, person })}
            segment={value.community_segment_id}
            onSegment={(community_segment_id) => onChange({ ...value, community_segment_id })}
          />
        </Section>
      )}
    </>
  )
}

export function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className="grid gap-2.5 border-t pt-4">
      <h3 className="text-13">{title}</h3>
      {children}
    </section>
  )
}

export function EventField({ label, value, onChange, none }: { label: string; value: string | null; onChange: (type: string | null) => void; none?: string }) {
  const t = useT()
  const { kit } = useEditing()
  const isGone = value && !kit.triggerOf(value)
  return (
    <Field label={label} error={isGone ? t('trigger.missing') : undefined}>
      <Select
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value || null)}
        options={[
          { value: '', label: none ?? t('trigger.choose') },
          ...(isGone ? [{ value, label: value }] : []),
          ...kit.triggers.map((one) => ({ value: one.trigger_type, label: one.label, group: one.group })),
        ]}
      />
    </Field>
  )
}

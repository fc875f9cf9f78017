/** What is said of the workflow as a whole: its name, who comes in again, and what ends a run early. */
import { Field, Input, RadioGroup, Switch, useT } from '@atrium/sdk/web'
import { MAX_NAME, REENTRIES, type StopWhen } from '../../../contract.ts'
import { FieldRules } from '../fields/FieldRules.tsx'
import { PeopleRules } from '../fields/PeopleRules.tsx'
import type { Draft } from './draft.ts'
import { EventField, Section } from './TriggerPanel.tsx'
import { useEditing } from './useEditing.ts'

const NEVER: StopWhen = { trigger_type: null, filters: { match: 'all', rules: [] }, person: null }
export interface SettingsPanelProps {
  draft: Draft
  errors: Record<string, string | undefined>
  onChange: (change: Partial<Draft>) => void
}
export function SettingsPanel({ draft, errors, onChange }: SettingsPanelProps) {
  const t = useT()
  const { kit } = useEditing()
  const stop = draft.stop_when
  return (
    <>
      <Field label={t('one.name')} error={errors['name']}>
        <Input value={draft.name} maxLength={MAX_NAME} onChange={(event) => onChange({ name: event.target.value })} />
      </Field>
      <Section title={t('reentry.title')}>
        <RadioGroup
          cards
          label={t('reentry.title')}
          value={draft.reentry}
          onChange={(reentry) => onChange({ reentry })}
          options={REENTRIES.map((value) => ({ value, label: t(`reentry.${value}`), text: t(`reentry.${value}.text`) }))}
        />
      </Section>
      <Section title={t('stop.title')}>
        <Switch label={t('stop.switch')} checked={stop !== null} onChange={(on) => onChange({ stop_when: on ? NEVER : null })} />
        {stop && (
          <>
            <EventField
              label={t('stop.event')}
              none={t('stop.no_event')}
              value={stop.trigger_type}
              onChange={(trigger_type) => onChange({ stop_when: { ...stop, trigger_type, filters: NEVER.filters } })}
            />
            {stop.trigger_type && (
              <FieldRules
                fields={kit.triggerOf(stop.trigger_type)?.fields ?? []}
                value={stop.filters}
                onChange={(filters) => onChange({ stop_when: { ...stop, filters } })}
              />
            )}
            <PeopleRules person={stop.person} onPerson={(person) => onChange({ stop_when: { ...stop, person } })} />
          </>
        )}
      </Section>
    </>
  )
}

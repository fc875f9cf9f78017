/** Whom a workflow with a schedule is for. */
import { Button, Field, IconButton, Select, Skeleton, useLocale, useRead, useSettled, useT } from '@atrium/sdk/web'
import contract, { type Audience, AUDIENCE_KINDS, MAX_AUDIENCES } from '../../../contract.ts'
import { PeopleRules, SegmentField } from '../fields/PeopleRules.tsx'
import { ResourceField } from '../fields/ResourceField.tsx'
import { newAudience } from './draft.ts'

export function AudiencePanel({ value, onChange }: { value: readonly Audience[]; onChange: (audiences: Audience[]) => void }) {
  const t = useT()
  return (
    <>
      <p className="text-13 text-text-2">{t('audience.text')}</p>
      {value.map((one, at) => (
        <OneAudience key={one.id} audience={one} onChange={(next) => onChange(value.with(at, next))} onRemove={() => onChange(value.toSpliced(at, 1))} />
      ))}
      <Button icon="plus" className="justify-self-start" disabled={value.length >= MAX_AUDIENCES} onClick={() => onChange([...value, newAudience()])}>
        {t('audience.add')}
      </Button>
      {value.length > 0 && <AudienceCount audiences={value} />}
    </>
  )
}

export function AudienceCount({ audiences }: { audiences: readonly Audience[] }) {
  const t = useT()
  const locale = useLocale()
  const settled = useSettled(audiences)
  const { data, isError } = useRead(contract.routes.audienceCount, { body: { audiences: [...settled] } }, { keepPrevious: true, staleTime: 30_000 })
  if (isError) return null
  return (
    <p className="text-13 text-text-2" aria-live="polite">
      {data ? t('audience.count', { count: data.members, number: data.members.toLocaleString(locale) }) : <Skeleton w={140} />}
    </p>
  )
}

interface OneAudienceProps {
  audience: Audience
  onChange: (audience: Audience) => void
  onRemove: () => void
}
function OneAudience({ audience, onChange, onRemove }: OneAudienceProps) {
  const t = useT()
  return (
    <div className="grid gap-3 rounded-card border p-3">
      <div className="flex items-end gap-2">
        <Field label={t('audience.who')} className="min-w-0 flex-1">
          <Select
            value={audience.kind}
            onChange={(event) => onChange({ ...audience, kind: event.target.value as Audience['kind'] })}
            options={AUDIENCE_KINDS.map((value) => ({ value, label: t(`audience.${value}`) }))}
          />
        </Field>
        <IconButton icon="trash-2" label={t('audience.remove')} onClick={onRemove} />
      </div>
      {audience.kind === 'segment' && (
        <SegmentField
          none={t('field.choose')}
          value={audience.community_segment_id}
          onChange={(community_segment_id) => onChange({ ...audience, community_segment_id })}
        />
      )}
      {audience.kind === 'filter' && <PeopleRules person={audience.person} onPerson={(person) => onChange({ ...audience, person })} />}
      {audience.kind === 'members' && (
        <Field label={t('audience.members')}>
          <ResourceField
            resource="member"
            isMultiple
            label={t('audience.members')}
            value={audience.member_ids}
            onChange={(member_ids) => onChange({ ...audience, member_ids })}
          />
        </Field>
      )}
    </div>
  )
}

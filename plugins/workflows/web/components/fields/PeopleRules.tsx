/** Conditions on the person: a segment, and rules as the audience has them. */
import { Field, Select, Slot, useRead, useSession, useT } from '@atrium/sdk/web'
import audience from '../../../../audience/contract.ts'
import type { FilterGroup } from '../../../../members/contract.ts'

export interface PeopleRulesProps {
  person: FilterGroup | null
  onPerson: (group: FilterGroup | null) => void
  segment?: number | null
  /** Without it there is no segment to choose. */
  onSegment?: (id: number | null) => void
}
export function PeopleRules({ person, onPerson, segment = null, onSegment }: PeopleRulesProps) {
  const t = useT()
  return (
    <div className="grid gap-4">
      {onSegment && <SegmentField value={segment} onChange={onSegment} none={t('people.any_segment')} />}
      <div role="group" aria-label={t('people.rules')} className="grid gap-1.5">
        <p className="text-13 font-medium">{t('people.rules')}</p>
        <Slot of={audience.slots['filter.builder']} props={{ value: person, onChange: onPerson }} />
      </div>
    </div>
  )
}
export function SegmentField({ value, onChange, none, error }: { value: number | null; onChange: (id: number | null) => void; none: string; error?: string }) {
  const t = useT()
  const { can } = useSession()
  const segments = useRead(audience.routes.segments, { query: { per_page: 100 } }, { enabled: can('members.manage'), staleTime: 60_000 })
  return (
    <Field label={t('people.segment')} error={error}>
      <Select
        value={String(value ?? '')}
        onChange={(event) => onChange(Number(event.target.value) || null)}
        options={[{ value: '', label: none }, ...(segments.data?.records ?? []).map(({ id, title }) => ({ value: String(id), label: title }))]}
      />
    </Field>
  )
}

/** Whom it goes to, and how many of them it can reach. */
import { Checkbox, Failure, Field, Icon, RadioGroup, SearchField, Skeleton, useRead, useSettled, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Audience, MAX_SEGMENTS } from '../../contract.ts'

const { routes } = contract
/** Segments that are shown without a search. */
const MANY = 8

export function useReach(audience: Audience) {
  const settled = useSettled(audience)
  return useRead(
    routes.audienceCount,
    { query: { kind: settled.kind, segment_ids: settled.kind === 'segments' ? settled.segment_ids.join(',') : '' } },
    { keepPrevious: true, staleTime: 30_000 },
  )
}

export function AudienceField({ value, error, onChange }: { value: Audience; error?: string | undefined; onChange: (next: Audience) => void }) {
  const t = useT()
  return (
    <Field label={t('audience.title')} error={error}>
      <div className="grid gap-3">
        <RadioGroup
          label={t('audience.title')}
          value={value.kind}
          onChange={(kind) => onChange({ ...value, kind })}
          options={[
            { value: 'members', label: t('audience.members') },
            { value: 'segments', label: t('audience.segments') },
          ]}
        />
        {value.kind === 'segments' && <Segments value={value} onChange={onChange} />}
        <Reach audience={value} />
      </div>
    </Field>
  )
}

function Segments({ value, onChange }: { value: Audience; onChange: (next: Audience) => void }) {
  const t = useT()
  const [text, setText] = useState('')
  const query = useRead(routes.segments)
  if (query.isError) return <Failure error={query.error} onRetry={() => query.refetch()} />
  if (!query.data) return <Skeleton w="100%" h={96} />
  const all = query.data.records
  if (all.length === 0) return <p className="text-13 text-text-2">{t('audience.no_segments')}</p>
  const found = all.filter(({ id, title }) => value.segment_ids.includes(id) || title.toLowerCase().includes(text.trim().toLowerCase()))
  return (
    <div className="grid gap-2 rounded-card border p-3">
      {all.length > MANY && <SearchField value={text} onChange={setText} label={t('audience.search')} placeholder={t('audience.search')} />}
      <div className="grid max-h-64 gap-2 overflow-y-auto">
        {found.map(({ id, title }) => {
          const checked = value.segment_ids.includes(id)
          return (
            <Checkbox
              key={id}
              label={title}
              checked={checked}
              disabled={!checked && value.segment_ids.length >= MAX_SEGMENTS}
              onChange={(on) => onChange({ ...value, segment_ids: on ? [...value.segment_ids, id] : value.segment_ids.filter((one) => one !== id) })}
            />
          )
        })}
      </div>
    </div>
  )
}

function Reach({ audience }: { audience: Audience }) {
  const t = useT()
  const { data } = useReach(audience)
  return (
    <p className="flex min-h-6 items-center gap-2 text-13 text-text-2" aria-live="polite">
      <Icon name="smartphone" size="sm" />
      {data ? t('audience.count', { count: data.members, reachable: data.reachable }) : <Skeleton w={180} />}
    </p>
  )
}

/** Whom it goes to, how many these are, and ten of them. */
import {
  Avatar,
  Card,
  CardHead,
  Checkbox,
  Failure,
  Field,
  Icon,
  LinkButton,
  RadioGroup,
  SearchField,
  Skeleton,
  useLocale,
  useRead,
  useSettled,
  useT,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { AUDIENCES, type Audience, type Broadcast, MAX_SEGMENTS } from '../../contract.ts'
import { People } from './People.tsx'

const { routes } = contract
/** Segments that are shown without a search. */
const MANY = 8
const isChosen = ({ kind, segment_ids, member_ids }: Audience) => (kind === 'segments' ? segment_ids.length > 0 : kind !== 'people' || member_ids.length > 0)

/** Counted by the server; nothing while no segment is chosen. */
export function useReach(audience: Audience) {
  const settled = useSettled(audience)
  const query = useRead(routes.audienceCount, { body: { audience: settled } }, { keepPrevious: true, staleTime: 30_000, enabled: isChosen(settled) })
  return { ...query, data: isChosen(audience) ? query.data : undefined, isChosen: isChosen(audience) }
}
export type Reach = ReturnType<typeof useReach>

export function AudienceCard({
  value,
  people,
  reach,
  error,
  onChange,
}: {
  value: Audience
  /** Those chosen when it was opened. */
  people: Broadcast['people']
  reach: Reach
  error?: string | undefined
  onChange: (next: Audience) => void
}) {
  const t = useT()
  return (
    <Card as="section" aria-label={t('audience.title')}>
      <CardHead title={t('audience.title')} />
      <div className="grid gap-4 p-5">
        <Field label={t('audience.to')} hideLabel error={error}>
          <RadioGroup
            cards
            label={t('audience.to')}
            value={value.kind}
            onChange={(kind) => onChange({ ...value, kind })}
            options={AUDIENCES.map((kind) => ({ value: kind, label: t(`audience.${kind}`), text: t(`audience.${kind}_text`) }))}
            className="desk:grid-cols-2"
          />
        </Field>
        {value.kind === 'segments' && <Segments value={value} onChange={onChange} />}
        {value.kind === 'people' && <People ids={value.member_ids} known={people} onChange={(member_ids) => onChange({ ...value, member_ids })} />}
        <Numbers reach={reach} kind={value.kind} />
      </div>
    </Card>
  )
}

function Segments({ value, onChange }: { value: Audience; onChange: (next: Audience) => void }) {
  const t = useT()
  const locale = useLocale()
  const [text, setText] = useState('')
  const query = useRead(routes.segments)
  if (query.isError) return <Failure error={query.error} onRetry={() => query.refetch()} />
  if (!query.data) return <Skeleton w="100%" h={96} />
  const all = query.data.records
  if (all.length === 0)
    return (
      <p className="flex flex-wrap items-center gap-3 text-13 text-text-2">
        {t('audience.no_segments')}
        <LinkButton size="sm" to="/settings/segments">
          {t('audience.make_segment')}
        </LinkButton>
      </p>
    )
  const found = all.filter(({ id, title }) => value.segment_ids.includes(id) || title.toLowerCase().includes(text.trim().toLowerCase()))
  return (
    <div className="grid gap-2 rounded-card border p-3">
      {all.length > MANY && <SearchField value={text} onChange={setText} label={t('audience.search')} placeholder={t('audience.search')} />}
      <div className="grid max-h-64 gap-2 overflow-y-auto">
        {found.map(({ id, title, count }) => {
          const checked = value.segment_ids.includes(id)
          return (
            <span key={id} className="flex items-start justify-between gap-3">
              <Checkbox
                label={title}
                checked={checked}
                disabled={!checked && value.segment_ids.length >= MAX_SEGMENTS}
                onChange={(on) => onChange({ ...value, segment_ids: on ? [...value.segment_ids, id] : value.segment_ids.filter((one) => one !== id) })}
              />
              <span className="text-13 text-text-3 tabular-nums">{count.toLocaleString(locale)}</span>
            </span>
          )
        })}
        {found.length === 0 && <p className="text-13 text-text-2">{t('audience.none_found')}</p>}
      </div>
    </div>
  )
}

function Numbers({ reach, kind }: { reach: Reach; kind: Audience['kind'] }) {
  const t = useT()
  const locale = useLocale()
  if (!reach.isChosen)
    return (
      <p role="status" className="text-13 text-text-2">
        {t(kind === 'people' ? 'audience.choose_people' : 'audience.choose')}
      </p>
    )
  if (reach.isError) return <Failure error={reach.error} onRetry={() => reach.refetch()} />
  const { data } = reach
  if (!data) return <Skeleton w="100%" h={120} />
  return (
    <div className="grid gap-4 rounded-card border bg-surface-2 p-4 desk:grid-cols-[auto_minmax(0,1fr)] desk:gap-6">
      <div aria-live="polite">
        <p className="text-32 font-semibold tabular-nums">{data.count.toLocaleString(locale)}</p>
        <p className="text-13 text-text-2">{t('audience.readers', { count: data.count })}</p>
        <ul className="mt-3 grid gap-1 text-13 text-text-2">
          <li className="flex items-center gap-2">
            <Icon name="user-minus" size="sm" />
            {t('audience.unsubscribed', { count: data.unsubscribed })}
          </li>
          <li className="flex items-center gap-2">
            <Icon name="ban" size="sm" />
            {t('audience.suppressed', { count: data.suppressed })}
          </li>
        </ul>
      </div>
      {data.sample.length > 0 && (
        <div className="min-w-0">
          <h3 className="mb-2 text-13 font-semibold">{t('audience.sample', { count: data.sample.length })}</h3>
          <ul className="grid gap-1.5 desk:grid-cols-2">
            {data.sample.map(({ name, email }) => (
              <li key={email} className="flex min-w-0 items-center gap-2 text-13">
                <Avatar name={name || email} id={email} size={24} />
                <span className="min-w-0">
                  {name && <span className="block truncate">{name}</span>}
                  <span className="block truncate text-12 text-text-3">{email}</span>
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

/** Everybody in one list: segments as tabs, a filter of sentence chips with a live count, one act on many. */
import {
  AdminPage,
  Button,
  ErrorState,
  Field,
  Icon,
  Link,
  LoadMore,
  Menu,
  SearchField,
  Skeleton,
  Select,
  Slot,
  toast,
  useNavigate,
  useRead,
  useReadPages,
  useSearch,
  useSettled,
  useStored,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useEffect, useState } from 'react'
import membersContract from '../../../members/contract.ts'
import contract, { type Chosen, type Segment } from '../../contract.ts'
import { ActBar } from '../components/ActBar.tsx'
import { AddContact } from '../components/AddContact.tsx'
import { FilterBuilder } from '../components/FilterBuilder.tsx'
import { COLUMNS, PeopleTable, type Sort, useColumns } from '../components/PeopleTable.tsx'
import { keepFound } from '../components/found.ts'
import { groupOf, NO_RULES, rulesOf } from '../components/rules.ts'
import { useCounts } from '../components/useCounts.ts'
import { SaveSegment } from '../components/SaveSegment.tsx'

const { routes } = contract
const KINDS = ['all', 'members', 'contacts', 'left'] as const

const PILL =
  'inline-flex h-8 flex-none items-center gap-1.5 rounded-full border px-3 text-13 font-medium text-text-2 hover:bg-hover current:border-transparent current:bg-brand-soft current:text-on-brand-soft max-desk:h-11'

export default function Audience() {
  const t = useT()
  const segments = useRead(routes.segments, { query: { per_page: 100 } })
  useCounts(segments.data?.records ?? [], segments.refetch)
  const chosen = Number(useSearch().get('segment')) || null
  const segment = segments.data?.records.find(({ id }) => id === chosen)
  // another segment is another filter
  if (chosen && !segments.data && !segments.isError)
    return (
      <AdminPage name="audience/Audience" title={t('admin.audience')} who="members.manage" wide>
        <Skeleton w="100%" h={420} />
      </AdminPage>
    )
  return <People key={`${segment?.id ?? 0}:${segment?.updated_at ?? ''}`} segment={segment ?? null} segments={segments.data?.records ?? []} />
}

function People({ segment, segments }: { segment: Segment | null; segments: readonly Segment[] }) {
  const t = useT()
  const navigate = useNavigate()
  const own = segment ? groupOf(segment.rules) : null
  const [group, setGroup] = useState(own ?? NO_RULES)
  const [text, setText] = useState('')
  const [kind, setKind] = useState<Chosen['kind']>('all')
  const [sort, setSort] = useStored<Sort>('audience.sort', 'latest')
  const [columns, setColumns] = useColumns()
  const [selected, setSelected] = useState<Set<number | string>>(new Set())
  const [open, setOpen] = useState<'save' | 'add' | null>(null)
  const offers = useRead(membersContract.routes.filterKit, { query: { context: 'audience' } })

  const search_text = useSettled(text.trim()) || undefined
  const filter = group.rules.length ? group : undefined
  // what the builder cannot show (all members, chosen members) is asked by the segment itself
  const segment_id = segment && !own ? segment.id : undefined
  const narrowing = { kind, search_text, segment_id }
  const asked = { ...narrowing, ...(filter ? { filter: JSON.stringify(filter) } : {}) }
  const query = useReadPages(routes.list, { query: { ...asked, sort } }, { keepPrevious: true })
  const count = useRead(routes.count, { query: asked }, { keepPrevious: true })
  const everybody = useRead(routes.count, { query: {} })
  const people = query.data?.pages.flatMap((page) => page.records) ?? []
  const sqids = people.map(({ sqid }) => sqid).join()
  useEffect(() => keepFound(sqids.split(',')), [sqids])
  const key = JSON.stringify(asked)
  useEffect(() => setSelected(new Set()), [key, query.isPlaceholderData])

  const changed = own !== null && JSON.stringify(own) !== JSON.stringify(group)
  const update = useWrite(routes.updateSegment, {
    invalidates: [routes.segments],
    onSuccess: () => toast.success(t('segments.saved')),
    onError: (error) => toast.error(error.message),
  })
  const csv = new URLSearchParams(Object.entries(asked).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])))
  return (
    <AdminPage
      name="audience/Audience"
      title={t('admin.audience')}
      text={t('admin.audience_text')}
      actions={[
        { label: t('contact.add'), icon: 'user-plus', primary: true, onSelect: () => setOpen('add') },
        { label: t('export'), icon: 'download', onSelect: () => window.location.assign(`/audience/people.csv?${csv}`) },
        { label: t('bulk.title'), icon: 'list-checks', to: '/audience/bulk_tasks' },
      ]}
      who="members.manage"
      wide
    >
      <Slot of={contract.slots['manage.actions']} />
      <nav aria-label={t('admin.segments')} className="flex gap-1.5 overflow-x-auto py-1 scrollbar-none">
        {[
          { id: 0, title: t('everyone'), audience_count: everybody.data?.count, to: '/audience/manage' },
          ...segments
            .filter(({ visible, id }) => visible || id === segment?.id)
            .map(({ id, title, audience_count }) => ({ id, title, audience_count, to: `/audience/manage?segment=${id}` })),
        ].map(({ id, title, audience_count, to }) => (
          <Link key={id} to={to} aria-current={id === (segment?.id ?? 0) ? 'page' : undefined} className={PILL}>
            {title} <span className="tabular-nums opacity-80">{audience_count}</span>
          </Link>
        ))}
      </nav>
      <div className="my-4 grid gap-3">
        <div className="flex flex-wrap items-center gap-2">
          <SearchField value={text} onChange={setText} placeholder={t('search')} className="w-full! desk:w-60!" />
          <Field label={t('kind')} hideLabel>
            <Select
              size="sm"
              value={kind}
              onChange={(event) => setKind(event.target.value as Chosen['kind'])}
              options={KINDS.map((one) => ({ value: one, label: t(`kind.${one}`) }))}
            />
          </Field>
          <span className="grow" />
          <span className="text-13 text-text-3 tabular-nums" role="status">
            {count.data && t('count', { count: count.data.count })}
          </span>
          <Menu
            trigger={
              <Button size="sm" variant="ghost" icon="columns-3">
                {t('columns')}
              </Button>
            }
            items={COLUMNS.map((column) => ({
              label: t(`column.${column}`),
              checked: columns.includes(column),
              onSelect: () => setColumns(columns.includes(column) ? columns.filter((one) => one !== column) : [...columns, column]),
            }))}
          />
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <Icon name="filter" className="text-text-3" />
          {segment_id ? (
            <span className="text-13 text-text-2">{t(`rule_type.${segment!.rules.rule_type}`)}</span>
          ) : (
            <FilterBuilder offers={offers.data?.records ?? []} value={group} onChange={setGroup} />
          )}
          {changed && (
            <Button size="sm" loading={update.isPending} onClick={() => update.mutate({ params: { id: segment!.id }, body: { rules: rulesOf(group) } })}>
              {t('segments.update', { title: segment!.title })}
            </Button>
          )}
          {group.rules.length > 0 && (!segment || changed) && (
            <Button size="sm" variant="ghost" icon="chart-pie" onClick={() => setOpen('save')}>
              {t('segments.save_as')}
            </Button>
          )}
        </div>
      </div>
      {query.isPending ? (
        <Skeleton w="100%" h={420} />
      ) : query.isError && !query.data ? (
        <ErrorState error={query.error} onRetry={() => query.refetch()} />
      ) : (
        <>
          <PeopleTable
            people={people}
            columns={columns}
            selected={selected}
            onSelect={setSelected}
            sort={sort}
            onSort={setSort}
            segmentId={segment?.id ?? null}
            narrowed={Boolean(search_text || filter || segment || kind !== 'all')}
          />
          <LoadMore query={query} />
        </>
      )}
      {selected.size > 0 && (
        <ActBar
          ids={[...selected].map(Number)}
          count={count.data?.count ?? null}
          shown={{ ...narrowing, filter: filter as Chosen['filter'] }}
          onDone={() => setSelected(new Set())}
        />
      )}
      {open === 'add' && <AddContact onClose={() => setOpen(null)} />}
      {open === 'save' && (
        <SaveSegment
          rules={rulesOf(group)}
          onClose={() => setOpen(null)}
          onSaved={(saved) => {
            setOpen(null)
            navigate(`/audience/manage?segment=${saved.id}`)
          }}
        />
      )}
    </AdminPage>
  )
}

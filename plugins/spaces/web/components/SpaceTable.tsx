/** All spaces in rows: sorted, filtered, chosen. */
import { Badge, Card, DataTable, EmptyState, IconButton, Link, Menu, SearchField, Select, Time, useT } from '@atrium/sdk/web'
import { type ReactNode, useState } from 'react'
import type { SpaceGroup, SpaceRecord } from '../../contract.ts'
import { BulkBar } from './BulkBar.tsx'
import { Glyph } from './Glyph.tsx'
import { useTypeLabel } from './tabs.ts'
import { useActs } from './useActs.tsx'

type Sort = { key: string; descending: boolean }
const TONES = { public: 'neutral', private: 'info', secret: 'warning', draft: 'line' } as const
const VISIBILITIES = ['public', 'private', 'secret', 'draft'] as const

function sorted(rows: SpaceRecord[], { key, descending }: Sort): SpaceRecord[] {
  const value = (space: SpaceRecord): string | number => {
    if (key === 'members') return space.members_count ?? 0
    if (key === 'posts') return space.posts_count
    if (key === 'activity') return space.last_activity_at ?? ''
    if (key === 'created') return space.created_at
    return space.name.toLowerCase()
  }
  const order = [...rows].sort((a, b) => {
    const [x, y] = [value(a), value(b)]
    return typeof x === 'number' && typeof y === 'number' ? x - y : String(x).localeCompare(String(y))
  })
  return descending ? order.reverse() : order
}

export function SpaceTable({ groups, records, add }: { groups: readonly SpaceGroup[]; records: readonly SpaceRecord[]; add: ReactNode }) {
  const t = useT()
  const typeLabel = useTypeLabel()
  const [text, setText] = useState('')
  const [filters, setFilters] = useState({ group: '', visibility: '', type: '' })
  const [sort, setSort] = useState<Sort>({ key: 'name', descending: false })
  const [chosen, setChosen] = useState<Set<number | string>>(new Set())
  const { deleteSpace, duplicateSpace, copyLink } = useActs()
  const wanted = text.trim().toLowerCase()
  const rows = sorted(
    records.filter(
      (space) =>
        (!filters.group || String(space.space_group_id) === filters.group) &&
        (!filters.visibility || space.visibility === filters.visibility) &&
        (!filters.type || space.types.includes(filters.type)) &&
        (space.name.toLowerCase().includes(wanted) || space.slug.includes(wanted)),
    ),
    sort,
  )
  const types = [...new Set(records.flatMap((space) => space.types))]
  const filter = (key: keyof typeof filters, label: string, all: string, options: { value: string; label: string }[]) => (
    <Select
      size="sm"
      aria-label={label}
      className="w-40 max-desk:w-[calc(50%-4px)]"
      value={filters[key]}
      onChange={(event) => setFilters({ ...filters, [key]: event.target.value })}
      options={[{ value: '', label: all }, ...options]}
    />
  )
  // What a filter hides is not acted upon.
  const acted = rows.filter(({ id }) => chosen.has(id))
  return (
    <Card>
      <div className="flex flex-wrap gap-2 p-3">
        <SearchField value={text} onChange={setText} placeholder={t('admin.search')} className="min-w-48 flex-1" />
        {filter(
          'group',
          t('admin.group'),
          t('admin.allGroups'),
          groups.map(({ id, name }) => ({ value: String(id), label: name })),
        )}
        {filter(
          'visibility',
          t('form.visibility'),
          t('admin.anyVisibility'),
          VISIBILITIES.map((value) => ({ value, label: t(`visibility.${value}`) })),
        )}
        {filter(
          'type',
          t('form.type'),
          t('admin.anyType'),
          types.map((value) => ({ value, label: typeLabel(value) })),
        )}
      </div>
      <DataTable
        label={t('admin.title')}
        rows={rows}
        selection={{ selected: chosen, onChange: setChosen }}
        sort={{ ...sort, onChange: (key, descending) => setSort({ key, descending }) }}
        empty={
          <EmptyState
            icon="layout-grid"
            title={t(records.length ? 'admin.noneFound' : 'admin.none')}
            text={t(records.length ? 'admin.noneFoundText' : 'admin.noneText')}
            action={records.length ? undefined : add}
          />
        }
        columns={[
          {
            key: 'name',
            title: t('form.name'),
            sortable: true,
            render: (space) => (
              <Link to={`/settings/spaces/${space.id}`} className="flex min-h-10 items-center gap-2.5 font-medium hover:underline">
                <Glyph space={space} />
                {space.name}
              </Link>
            ),
          },
          { key: 'group', title: t('form.group'), render: (space) => space.space_group_name },
          { key: 'type', title: t('form.type'), render: (space) => space.types.map((type) => typeLabel(type)).join(', ') },
          {
            key: 'visibility',
            state: true,
            title: t('form.visibility'),
            render: (space) => <Badge tone={TONES[space.visibility]}>{t(`visibility.${space.visibility}`)}</Badge>,
          },
          { key: 'members', title: t('tab.members'), sortable: true, align: 'right', render: (space) => space.members_count },
          { key: 'posts', title: t('tab.posts'), sortable: true, align: 'right', render: (space) => space.posts_count },
          {
            key: 'activity',
            title: t('admin.activity'),
            sortable: true,

            render: (space) => (space.last_activity_at ? <Time value={space.last_activity_at} /> : '–'),
          },
          { key: 'created', title: t('admin.created'), sortable: true, render: (space) => <Time value={space.created_at} kind="day" /> },
          {
            key: 'menu',
            pinned: true,
            title: <span className="sr-only">{t('menu.label')}</span>,
            align: 'right',
            render: (space) => (
              <Menu
                trigger={<IconButton icon="ellipsis" label={t('sidebar.spaceMenu', { name: space.name })} />}
                items={[
                  { label: t('menu.open'), icon: 'arrow-up-right', to: `/c/${space.slug}` },
                  { label: t('menu.settings'), icon: 'pencil', to: `/settings/spaces/${space.id}` },
                  { label: t('tab.members'), icon: 'users', to: `/c/${space.slug}/members` },
                  { label: t('link.copy'), icon: 'link', onSelect: () => void copyLink(`/c/${space.slug}`) },
                  { label: t('menu.duplicate'), icon: 'copy', onSelect: () => void duplicateSpace(space) },
                  '-',
                  { label: t('delete.action'), icon: 'trash-2', tone: 'danger', onSelect: () => void deleteSpace(space) },
                ]}
              />
            ),
          },
        ]}
      />
      <BulkBar chosen={acted} groups={groups} onDone={() => setChosen(new Set())} />
    </Card>
  )
}

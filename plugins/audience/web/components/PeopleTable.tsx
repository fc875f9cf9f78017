/** People in rows: members and contacts alike, with the columns that the admin has chosen. */
import { shownEmail } from '@atrium/sdk'
import { Avatar, Badge, DataTable, EmptyState, Link, Time, useStored, useT, type Column } from '@atrium/sdk/web'
import { sourceWord } from './sourceWord.ts'
import type { Person, SORTS } from '../../contract.ts'
import { TagChip } from './TagChip.tsx'

export type Sort = (typeof SORTS)[number]
export const COLUMNS = ['status', 'tags', 'roles', 'score', 'subscribed', 'source', 'joined', 'last_seen'] as const
export const useColumns = () => useStored<string[]>('audience.columns', ['status', 'tags', 'score', 'joined', 'last_seen'])

const TONES = { active: 'success', invited: 'info', deactivated: 'neutral', banned: 'danger', contact: 'neutral' } as const
/** Sorts by the heading that stands for them. */
const HEADINGS: Record<Sort, { key: string; descending: boolean }> = {
  latest: { key: 'joined', descending: true },
  oldest: { key: 'joined', descending: false },
  alphabetical: { key: 'name', descending: false },
  last_seen: { key: 'last_seen', descending: true },
}

export interface PeopleTableProps {
  people: readonly Person[]
  columns: readonly string[]
  selected: Set<number | string>
  onSelect: (selected: Set<number | string>) => void
  sort: Sort
  onSort: (sort: Sort) => void
  narrowed: boolean
  /** The segment that the list shows: its people lead on to each other. */
  segmentId: number | null
}
export function PeopleTable({ people, columns, selected, onSelect, sort, onSort, narrowed, segmentId }: PeopleTableProps) {
  const t = useT()
  const all: Column<Person>[] = [
    {
      key: 'name',
      title: t('column.name'),
      sortable: true,
      className: 'min-w-52',
      render: (person) => (
        <Link to={`/admin/audience/${person.sqid}/info${segmentId ? `?segment=${segmentId}` : ''}`} className="flex items-center gap-3">
          <Avatar id={person.member_id ?? `p${person.id}`} name={person.name || person.email || '?'} src={person.avatar_url} size={28} />
          <span className="min-w-0">
            <span className="block truncate font-medium">{person.name || person.email}</span>
            {person.name && <span className="block truncate text-12 text-text-3">{person.email && shownEmail(person.email)}</span>}
          </span>
        </Link>
      ),
    },
    { key: 'status', title: t('column.status'), state: true, render: (person) => <Badge tone={TONES[person.status]}>{t(`status.${person.status}`)}</Badge> },
    {
      key: 'tags',
      title: t('column.tags'),
      render: (person) =>
        person.member_tags.length > 0 && (
          <span className="flex flex-wrap gap-1">
            {person.member_tags.slice(0, 3).map((tag) => (
              <TagChip key={tag.id} tag={tag} />
            ))}
            {person.member_tags.length > 3 && <span className="text-12 text-text-3">+{person.member_tags.length - 3}</span>}
          </span>
        ),
    },
    { key: 'roles', title: t('column.roles'), render: (person) => person.roles.filter((role) => role !== 'member').join(', ') },
    { key: 'score', title: t('column.score'), align: 'right', render: (person) => person.activity_score?.toFixed(1) ?? '' },
    { key: 'subscribed', title: t('column.subscribed'), render: (person) => t(person.subscribed ? 'yes' : 'no') },
    { key: 'source', title: t('column.source'), render: (person) => sourceWord(t, person.source) },
    {
      key: 'joined',
      title: t('column.joined'),
      sortable: true,
      className: 'whitespace-nowrap',
      render: (person) => <Time value={person.created_at} kind="day" />,
    },
    {
      key: 'last_seen',
      title: t('column.last_seen'),
      sortable: true,
      className: 'whitespace-nowrap',
      render: (person) => (person.last_seen_at ? <Time value={person.last_seen_at} /> : ''),
    },
  ]
  const { key, descending } = HEADINGS[sort]
  return (
    <DataTable
      label={t('admin.audience')}
      rows={people}
      columns={all.filter((column) => column.key === 'name' || columns.includes(column.key))}
      selection={{ selected, onChange: onSelect }}
      sort={{
        key,
        descending,
        onChange: (next, down) => onSort(next === 'name' ? 'alphabetical' : next === 'last_seen' ? 'last_seen' : down ? 'latest' : 'oldest'),
      }}
      empty={<EmptyState icon="contact" title={t(narrowed ? 'empty.narrowed' : 'empty.title')} text={t(narrowed ? 'empty.narrowed_text' : 'empty.text')} />}
    />
  )
}

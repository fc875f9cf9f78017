/** Lists of the settings: search, filters, table, a menu for each row, export, paging. */
import { useWords } from '../../core/i18n.tsx'
import { IconButton } from '../Button.tsx'
import { SearchField, Select } from '../Field.tsx'
import type { Column } from '../lateProps.ts'
import type { ListFilter, ListScreenProps, ListTableProps } from '../listProps.ts'
import { Menu } from '../overlays.tsx'
import { PagedTable } from '../paged.tsx'
import { EmptyState } from '../states.tsx'
import { Card, Segment } from '../surfaces.tsx'
import { AdminPage } from './adminPage.tsx'

export function ListScreen<Row>({ name, title, text, actions = [], back, who, label, csv, above, children, ...table }: ListScreenProps<Row>) {
  const t = useWords()
  const asked = new URLSearchParams(table.list.asked)
  const acts = [...actions, csv && { label: t('list.csv'), icon: 'download', onSelect: () => location.assign(asked.size ? `${csv}?${asked}` : csv) }]
  return (
    <AdminPage name={name} title={title} text={text} actions={acts.map((act) => act || false)} back={back} who={who} wide>
      {above}
      <ListTable {...table} label={label ?? title} />
      {children}
    </AdminPage>
  )
}

export function ListTable<Row>({ list, search, filters = [], empty, found, menu, columns, height, ...table }: ListTableProps<Row>) {
  const t = useWords()
  const shown = filters.filter((filter) => !!filter)
  const acts: Column<Row> = {
    key: 'menu',
    pinned: true,
    align: 'right',
    title: <span className="sr-only">{t('list.acts')}</span>,
    render: (row) => {
      const it = menu!(row)
      return (
        it && (
          <span className="inline-flex items-center gap-1">
            {it.beside}
            {it.items.some(Boolean) && <Menu trigger={<IconButton icon="ellipsis" label={it.label} />} items={it.items} />}
          </span>
        )
      )
    },
  }
  return (
    <Card className="overflow-hidden">
      {(search || shown.length > 0) && (
        <div className="flex flex-wrap items-center gap-2 p-3">
          {search && <SearchField value={list.text} onChange={list.setText} placeholder={search} label={search} className="min-w-48 flex-1" />}
          {shown.map((filter) => (
            <Filter key={filter.field} filter={filter} value={list.values[filter.field] ?? ''} onChange={(value) => list.set(filter.field, value)} />
          ))}
        </div>
      )}
      <PagedTable
        {...table}
        query={list.query}
        height={height}
        columns={menu ? [...columns, acts] : columns}
        empty={<EmptyState {...empty} {...(list.isNarrowed && { text: undefined, action: undefined, ...found })} />}
      />
    </Card>
  )
}

function Filter({ filter: { label, options, segment }, value, onChange }: { filter: ListFilter; value: string; onChange: (value: string) => void }) {
  if (segment) return <Segment label={label} value={value} onChange={onChange} items={options} />
  return <Select size="sm" className="w-auto!" aria-label={label} value={value} onChange={(event) => onChange(event.target.value)} options={[...options]} />
}

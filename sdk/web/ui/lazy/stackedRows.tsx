/** A table on a phone: what a row is and its state above, its facts below, its menu at the right. A long press chooses it. */
import { useRef, useState } from 'react'
import { useWords } from '../../core/i18n.tsx'
import { Button, IconButton } from '../Button.tsx'
import { Checkbox } from '../choice.tsx'
import { cx } from '../cx.ts'
import type { Column, DataTableProps } from '../lateProps.ts'
import { Menu } from '../overlays.tsx'
import { shownIn } from './shownIn.ts'

const LONG_PRESS_MS = 500

export function StackedRows<Row>({ columns, rows, rowKey = (row) => (row as { id: number }).id, label, selection, sort, className }: DataTableProps<Row>) {
  const t = useWords()
  const [choosing, setChoosing] = useState(false)
  const keys = rows.map(rowKey)
  const chosen = selection ? keys.filter((key) => selection.selected.has(key)).length : 0
  const boxes = selection && (choosing || chosen > 0)
  const toggle = (key: number | string, on: boolean) => {
    const next = new Set(selection!.selected)
    if (on) next.add(key)
    else next.delete(key)
    selection!.onChange(next)
  }
  const all = (on: boolean) =>
    selection!.onChange(new Set(on ? [...selection!.selected, ...keys] : [...selection!.selected].filter((key) => !keys.includes(key))))
  return (
    <div className={className}>
      {(selection || sort) && (
        <div className="flex min-h-12 items-center justify-between gap-2 border-b px-3">
          {selection && boxes ? (
            <Checkbox label={t('table.all')} checked={rows.length > 0 && chosen === rows.length} some={chosen > 0} onChange={all} />
          ) : (
            <span>
              {selection && (
                <Button variant="ghost" onClick={() => setChoosing(true)}>
                  {t('table.choose')}
                </Button>
              )}
            </span>
          )}
          {boxes && chosen === 0 && (
            <Button variant="ghost" onClick={() => setChoosing(false)}>
              {t('cancel')}
            </Button>
          )}
          {sort && <SortMenu columns={columns} sort={sort} />}
        </div>
      )}
      <ul aria-label={label} className="divide-y divide-border">
        {rows.map((row, index) => {
          const key = keys[index]!
          const selected = selection?.selected.has(key)
          return (
            <li key={key} className={cx('flex items-start gap-1 py-2 ps-4 pe-1', selected && 'bg-brand-soft')}>
              {boxes && (
                <Checkbox
                  aria-label={t('table.row', { number: index + 1 })}
                  checked={Boolean(selected)}
                  onChange={(on) => toggle(key, on)}
                  className="me-2 mt-3 flex-none"
                />
              )}
              <StackedRow columns={columns} row={row} onLongPress={selection && (() => toggle(key, !selected))} />
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** All of a row's columns, in two lines or as many as it takes. */
function StackedRow<Row>({ columns, row, onLongPress }: { columns: readonly Column<Row>[]; row: Row; onLongPress?: () => void }) {
  const press = useRef<ReturnType<typeof setTimeout>>(undefined)
  const end = () => clearTimeout(press.current)
  const [name, ...rest] = columns.filter(({ pinned }) => !pinned)
  const states = rest.filter(({ state }) => state)
  const facts = rest.filter(({ state }) => !state).map((column) => ({ column, shown: shownIn(column, row) }))
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a long press is one more way; the button above is for everybody */}
      <div
        className={cx('min-w-0 flex-1 py-1', onLongPress && 'select-none')}
        onPointerDown={() => {
          if (onLongPress) press.current = setTimeout(onLongPress, LONG_PRESS_MS)
        }}
        onPointerUp={end}
        onPointerMove={end}
        onPointerCancel={end}
        onContextMenu={(event) => onLongPress && event.preventDefault()}
      >
        <div className="flex min-w-0 items-center justify-between gap-2">
          <div className="min-w-0 font-medium wrap-anywhere">{name && shownIn(name, row)}</div>
          {states.map((column) => (
            <div key={column.key} className="flex-none text-13">
              {shownIn(column, row)}
            </div>
          ))}
        </div>
        <dl className="mt-0.5 flex flex-wrap gap-x-3 gap-y-0.5 text-13 text-text-2">
          {facts.map(
            ({ column, shown }) =>
              shown !== null &&
              shown !== undefined &&
              shown !== '' && (
                <div key={column.key} className="flex min-w-0 max-w-full items-baseline gap-1">
                  <dt className="flex-none text-text-3">{column.title}</dt>
                  <dd className="min-w-0 tabular-nums wrap-anywhere">{shown}</dd>
                </div>
              ),
          )}
        </dl>
      </div>
      {columns
        .filter(({ pinned }) => pinned)
        .map((column) => (
          <div key={column.key} className="flex-none">
            {shownIn(column, row)}
          </div>
        ))}
    </>
  )
}

function SortMenu<Row>({ columns, sort }: { columns: readonly Column<Row>[]; sort: NonNullable<DataTableProps<Row>['sort']> }) {
  const t = useWords()
  const current = columns.find(({ key }) => key === sort.key)
  return (
    <span className="ms-auto flex items-center">
      <Menu
        align="end"
        trigger={
          <Button variant="ghost">
            <span className="sr-only">{t('table.sort.by')}</span> {current?.title}
          </Button>
        }
        items={columns
          .filter(({ sortable }) => sortable)
          .map(({ key, title }) => ({ label: title, checked: key === sort.key, onSelect: () => sort.onChange(key, key === sort.key && !sort.descending) }))}
      />
      <IconButton
        icon={sort.descending ? 'arrow-down' : 'arrow-up'}
        label={t(sort.descending ? 'table.sort.up' : 'table.sort.down')}
        onClick={() => sort.onChange(sort.key, !sort.descending)}
      />
    </span>
  )
}

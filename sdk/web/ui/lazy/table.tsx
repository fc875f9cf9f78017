/** Tables of records: sorting, choosing rows, one empty state. */
import { useLayoutEffect, useRef, useState } from 'react'
import { useWords } from '../../core/i18n.tsx'
import { useNarrow } from '../../core/narrow.ts'
import { Checkbox } from '../choice.tsx'
import { cx } from '../cx.ts'
import { Icon } from '../Icon.tsx'
import type { Column, DataTableProps } from '../lateProps.ts'
import { shownIn } from './shownIn.ts'
import { StackedRows } from './stackedRows.tsx'

/** As a table; on phones, where one would have to scroll sideways, as rows of two lines. */
export default function LazyTable<Row>(props: DataTableProps<Row>) {
  const narrow = useNarrow()
  if (props.rows.length === 0 && props.empty) return props.empty
  return narrow ? <StackedRows {...props} /> : <Table {...props} />
}

function Table<Row>({ columns, rows, rowKey = (row) => (row as { id: number }).id, label, selection, sort, className }: DataTableProps<Row>) {
  const t = useWords()
  const box = useRef<HTMLDivElement>(null)
  const [scrolls, setScrolls] = useState(false)
  // A region that scrolls must be reachable by keyboard, one that does not must not be in the way.
  useLayoutEffect(() => {
    if (!box.current) return
    const watcher = new ResizeObserver(([entry]) => entry && setScrolls(entry.target.scrollWidth > entry.target.clientWidth))
    watcher.observe(box.current)
    return () => watcher.disconnect()
  }, [])
  const keys = rows.map(rowKey)
  const chosen = selection ? keys.filter((key) => selection.selected.has(key)).length : 0
  const toggle = (key: number | string, on: boolean) => {
    const next = new Set(selection!.selected)
    if (on) next.add(key)
    else next.delete(key)
    selection!.onChange(next)
  }
  const cell = (column: Column<Row>) =>
    cx('px-3 first:ps-5 last:pe-5', column.align === 'right' && 'text-end tabular-nums', column.pinned && 'sticky end-0 bg-inherit', column.className)
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the label and the role come together
    <div
      ref={box}
      role={scrolls ? 'region' : undefined}
      aria-label={scrolls ? label : undefined}
      tabIndex={scrolls ? 0 : undefined}
      className={cx('overflow-x-auto', className)}
    >
      <table aria-label={label} className="w-full text-13">
        <thead>
          <tr className="border-b bg-surface-2 text-start text-text-3">
            {selection && (
              <th scope="col" className="w-4 py-2 ps-5 pe-1">
                <Checkbox
                  aria-label={t('table.all')}
                  checked={rows.length > 0 && chosen === rows.length}
                  some={chosen > 0}
                  onChange={(on) =>
                    selection.onChange(new Set(on ? [...selection.selected, ...keys] : [...selection.selected].filter((key) => !keys.includes(key))))
                  }
                  className="align-middle"
                />
              </th>
            )}
            {columns.map((column) => {
              const sorted = sort?.key === column.key
              return (
                <th
                  key={column.key}
                  scope="col"
                  aria-sort={sorted ? (sort.descending ? 'descending' : 'ascending') : undefined}
                  className={cx(cell(column), 'whitespace-nowrap py-2 font-medium')}
                >
                  {sort && column.sortable ? (
                    <button
                      type="button"
                      className="inline-flex items-center gap-1 rounded-mark hover:text-text"
                      onClick={() => sort.onChange(column.key, sorted && !sort.descending)}
                    >
                      {column.title}
                      <Icon name={sorted ? (sort.descending ? 'arrow-down' : 'arrow-up') : 'chevrons-up-down'} className="size-3.5" />
                    </button>
                  ) : (
                    column.title
                  )}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => {
            const key = keys[index]!
            const selected = selection?.selected.has(key)
            return (
              <tr
                key={key}
                aria-selected={selection ? selected : undefined}
                className={cx('transition-colors not-last:border-b', selected ? 'bg-brand-soft' : 'bg-surface hover:bg-hover')}
              >
                {selection && (
                  <td className="py-2 ps-5 pe-1">
                    <Checkbox
                      aria-label={t('table.row', { number: index + 1 })}
                      checked={Boolean(selected)}
                      onChange={(on) => toggle(key, on)}
                      className="align-middle"
                    />
                  </td>
                )}
                {columns.map((column) => (
                  <td key={column.key} className={cx(cell(column), 'py-[9px] align-middle')}>
                    {shownIn(column, row)}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

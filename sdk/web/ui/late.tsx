/** Parts that no first screen shows: each holds its place until its code has come. */
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { IconButton } from './Button.tsx'
import { Skeleton } from './marks.tsx'

const LazySortable = lazy(() => import('./lazy/sortable.tsx')) as ComponentType<SortableProps<any>>
const LazyTable = lazy(() => import('./lazy/table.tsx')) as ComponentType<DataTableProps<any>>
const special = () => import('./lazy/special.tsx')
const LazyCode = lazy(async () => ({ default: (await special()).CodeInput }))
const LazyColour = lazy(async () => ({ default: (await special()).ColorField }))
const LazyPicker = lazy(async () => ({ default: (await special()).FilePicker }))

export interface Column<Row> {
  key: string
  title: ReactNode
  /** Default: the row's field named `key`. */
  render?: (row: Row) => ReactNode
  align?: 'left' | 'right'
  sortable?: boolean
  /** Left out on phones. */
  optional?: boolean
  /** Stays in sight at the right while the others scroll: the menu of a row. */
  pinned?: boolean
  className?: string
}
export interface DataTableProps<Row> {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** Default: the row's `id`. */
  rowKey?: (row: Row) => number | string
  /** Says what the table lists. */
  label: string
  selection?: { selected: ReadonlySet<number | string>; onChange: (selected: Set<number | string>) => void }
  sort?: { key: string; descending: boolean; onChange: (key: string, descending: boolean) => void }
  empty?: ReactNode
  className?: string
}

const HEAD_HEIGHT = 37
const ROW_HEIGHT = 41
/** Records in rows: sorting, choosing, one empty state. */
export const DataTable = <Row,>(props: DataTableProps<Row>) => (
  <Suspense fallback={<Skeleton h={HEAD_HEIGHT + ROW_HEIGHT * props.rows.length} />}>
    <LazyTable {...props} />
  </Suspense>
)

export interface CodeInputProps {
  value: string
  onChange: (code: string) => void
  /** Called once all digits are there. */
  onComplete?: (code: string) => void
  autoFocus?: boolean
  disabled?: boolean
  label?: string
}
/** The six digits of a one-time code. */
export const CodeInput = (props: CodeInputProps) => (
  <Suspense fallback={<Skeleton h={52} w={304} />}>
    <LazyCode {...props} />
  </Suspense>
)

export interface ColorFieldProps {
  /** `#rrggbb`. */
  value: string
  onChange: (colour: string) => void
  disabled?: boolean
}
/** A colour by picking or by its hex value. */
export const ColorField = (props: ColorFieldProps) => (
  <Suspense fallback={<Skeleton h={36} />}>
    <LazyColour {...props} />
  </Suspense>
)

export interface FilePickerProps {
  /** As in `<input accept>`. */
  accept?: string
  onFile: (file: File) => void
  /** 0 to 100 while it uploads. */
  progress?: number
  label?: ReactNode
  /** Sizes, kinds. */
  text?: ReactNode
  disabled?: boolean
  className?: string
}
/** Takes a file by choosing or by dropping. */
export const FilePicker = (props: FilePickerProps) => (
  <Suspense fallback={<Skeleton h={58} />}>
    <LazyPicker {...props} />
  </Suspense>
)

/** What a row of a `Sortable` is moved by. */
export interface SortHandle {
  /** A button with dots, ready to be put into the row. */
  grip: ReactNode
  /** For a handle of one's own, on one focusable element: `<button {...props}>`. */
  props: Record<string, any>
  dragging: boolean
}
export interface SortableProps<Item> {
  items: readonly Item[]
  /** Default: the item's `id`. */
  itemKey?: (item: Item) => number | string
  /** What the item is called, for those who hear the page. */
  nameOf: (item: Item) => string
  /** All items in their new order, and the one that was moved. */
  onMove: (items: Item[], moved: Item) => void
  label: string
  axis?: 'vertical' | 'horizontal'
  className?: string
  itemClassName?: string
  children: (item: Item, handle: SortHandle) => ReactNode
}
/** A list whose order is changed by dragging, by touch, or by keyboard. */
export const Sortable = <Item,>(props: SortableProps<Item>) => (
  <Suspense fallback={<StillList {...props} />}>
    <LazySortable {...props} />
  </Suspense>
)
/** The same list before its code has come: in its true size, and nothing moves yet. */
const StillList = <Item,>({ items, itemKey, nameOf, label, className, itemClassName, children }: SortableProps<Item>) => (
  <ul aria-label={label} className={className}>
    {items.map((item) => (
      <li key={itemKey ? itemKey(item) : (item as { id: number }).id} className={itemClassName}>
        {children(item, { dragging: false, props: {}, grip: <IconButton icon="grip-vertical" label={nameOf(item)} disabled /> })}
      </li>
    ))}
  </ul>
)

/** Parts that no first screen shows: each holds its place until its code has come. */
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { Skeleton } from './marks.tsx'

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

/** What the parts that come later take: shared by their places and by their code. */
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

export interface Column<Row> {
  key: string
  title: ReactNode
  /** Default: the row's field named `key`. */
  render?: (row: Row) => ReactNode
  align?: 'left' | 'right'
  sortable?: boolean
  /** How it stands with the row: on phones at the end of the first line. */
  state?: boolean
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

export interface CodeInputProps {
  value: string
  onChange: (code: string) => void
  /** Called once all digits are there. */
  onComplete?: (code: string) => void
  autoFocus?: boolean
  disabled?: boolean
  label?: string
}

export interface ColorFieldProps {
  /** `#rrggbb`. */
  value: string
  onChange: (colour: string) => void
  disabled?: boolean
}

/** What a chosen picture is cut to before it is handed over. */
export interface CropTo {
  /** Width by height. */
  ratio: number
  /** Of what comes out, in pixels at most. Default 2400. */
  width?: number
  /** Seen through a circle, as faces are shown; what comes out is the square round it. */
  round?: boolean
}

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
  /** Asks for the part of the picture first. Moving pictures are taken whole. */
  crop?: CropTo
  className?: string
}

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

export interface LightboxPicture {
  src: string
  alt: string
  caption?: string
  width?: number | null
  height?: number | null
  /** Where it may be taken along. */
  download?: { url: string; filename: string } | null
}
export interface LightboxProps {
  pictures: readonly LightboxPicture[]
  /** The one that is opened, from 0. */
  start: number
  onClose: () => void
}

export interface MomentDialogProps {
  title: string
  /** Names what happens then: "Schedule". */
  action: string
  /** Chosen at first; default tomorrow morning. */
  initial?: Date
  onClose: () => void
  /** Only moments to come. */
  onPick: (at: Date) => void
}

export interface BulkCardProps {
  task: {
    id: number
    status: 'running' | 'done' | 'cancelled' | 'undoing' | 'undone'
    total: number
    succeeded: number
    failed: number
    author: { id: number; name: string; avatar_url: string | null } | null
    created_at: string
  }
  /** What is done to how many. */
  title: string
  /** More of what came of it, beside the numbers. */
  text?: string | undefined
  busy?: boolean
  onCancel?: () => void
  /** Where it can be taken back. */
  onUndo?: (() => void) | undefined
  /** Whom it failed for, a `<BulkErrors>`: asked for when somebody looks. */
  errors: ReactNode
}
export interface BulkErrorsProps<T extends { name: string; message: string }> {
  query: Pick<UseQueryResult<{ errors: T[] }, unknown>, 'data' | 'error' | 'refetch'>
  to?: (error: T) => string
}

export interface HoursPlotProps {
  /** Hours in which something happened, the first of them first, with a number for each of the series. */
  hours: readonly { hour: string; values: readonly number[] }[]
  /** Their names, three at most. */
  series: readonly string[]
  /** Says what the plot shows. */
  label: string
  /** The word for an hour, over their column in the table. */
  hourLabel: string
  /** In place of the plot while nothing has happened. */
  empty: string
}

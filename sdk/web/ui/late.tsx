/** Parts that no first screen shows: each holds its place until its code has come. */
import { type ComponentType, lazy, Suspense } from 'react'
import { IconButton } from './Button.tsx'
import { Skeleton } from './marks.tsx'
import type {
  BulkCardProps,
  BulkErrorsProps,
  CodeInputProps,
  ColorFieldProps,
  DataTableProps,
  FilePickerProps,
  HoursPlotProps,
  LightboxProps,
  MomentDialogProps,
  SortableProps,
} from './lateProps.ts'

const LazySortable = lazy(() => import('./lazy/sortable.tsx')) as ComponentType<SortableProps<any>>
const LazyTable = lazy(() => import('./lazy/table.tsx')) as ComponentType<DataTableProps<any>>
const special = () => import('./lazy/special.tsx')
const LazyCode = lazy(async () => ({ default: (await special()).CodeInput }))
const LazyColour = lazy(async () => ({ default: (await special()).ColorField }))
const LazyPicker = lazy(async () => ({ default: (await special()).FilePicker }))

const bulk = () => import('./lazy/bulk.tsx')
const LazyBulk = lazy(async () => ({ default: (await bulk()).BulkCard }))
const LazyErrors = lazy(async () => ({ default: (await bulk()).BulkErrors })) as ComponentType<BulkErrorsProps<any>>
const LazyLightbox = lazy(() => import('./lazy/lightbox.tsx'))
const LazyHours = lazy(() => import('./lazy/hoursPlot.tsx'))
const LazyMoment = lazy(() => import('./lazy/moment.tsx'))

const HEAD_HEIGHT = 37
const ROW_HEIGHT = 41
/** Records in rows: sorting, choosing, one empty state. */
export const DataTable = <Row,>(props: DataTableProps<Row>) => (
  <Suspense fallback={<Skeleton h={HEAD_HEIGHT + ROW_HEIGHT * props.rows.length} />}>
    <LazyTable {...props} />
  </Suspense>
)

/** Pictures over the whole screen. */
export const Lightbox = (props: LightboxProps) => (
  <Suspense fallback={null}>
    <LazyLightbox {...props} />
  </Suspense>
)

const PLOT_HEIGHT = 220
/** What happened by hour, as bars beside each other. */
export const HoursPlot = (props: HoursPlotProps) => (
  <Suspense fallback={<Skeleton h={PLOT_HEIGHT} />}>
    <LazyHours {...props} />
  </Suspense>
)

/** A moment to come. */
export const MomentDialog = (props: MomentDialogProps) => (
  <Suspense fallback={null}>
    <LazyMoment {...props} />
  </Suspense>
)

/** The six digits of a one-time code. */
export const CodeInput = (props: CodeInputProps) => (
  <Suspense fallback={<Skeleton h={52} w={304} />}>
    <LazyCode {...props} />
  </Suspense>
)

/** A colour by picking or by its hex value. */
export const ColorField = (props: ColorFieldProps) => (
  <Suspense fallback={<Skeleton h={36} />}>
    <LazyColour {...props} />
  </Suspense>
)

/** Takes a file by choosing or by dropping. */
export const FilePicker = (props: FilePickerProps) => (
  <Suspense fallback={<Skeleton h={90} />}>
    <LazyPicker {...props} />
  </Suspense>
)

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

/** One act on many things in the background: how far it is, and what it failed for. */
export const BulkCard = (props: BulkCardProps) => (
  <Suspense fallback={<Skeleton h={126} />}>
    <LazyBulk {...props} />
  </Suspense>
)
export const BulkErrors = <T extends { name: string; message: string }>(props: BulkErrorsProps<T>) => (
  <Suspense fallback={<Skeleton h={58} />}>
    <LazyErrors {...props} />
  </Suspense>
)

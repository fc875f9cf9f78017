/** What pages with one list take: shared by their light face and by the code that comes later. */
import type { ReactNode } from 'react'
import type { AdminPageProps } from './adminPageProps.ts'
import type { DataTableProps } from './lateProps.ts'
import type { MenuProps } from './overlayProps.ts'
import type { EmptyStateProps } from './states.tsx'
import type { List } from './useList.ts'

export interface ListFilter {
  /** The field of the list that it sets. */
  field: string
  label: string
  options: readonly { value: string; label: string }[]
  /** A few that are all seen at once; otherwise they open from a field. */
  segment?: boolean
}
export interface ListTableProps<Row> extends Pick<DataTableProps<Row>, 'columns' | 'label' | 'selection'> {
  list: List<Row>
  /** Words of the search field; without them there is none. */
  search?: string
  filters?: readonly (ListFilter | false)[]
  /** What stands there where there are none, and what does where there are none of what is searched for or chosen. */
  empty: EmptyStateProps
  found?: Pick<EmptyStateProps, 'title' | 'text'>
  /** What can be done with a row: the name of its menu, its entries, and a button or two beside. Null: nothing. */
  menu?: (row: Row) => { label: string; items: MenuProps['items']; beside?: ReactNode } | null
  /** Of what is shown until the first page is there, in pixels. Default 320. */
  height?: number
}
export interface ListScreenProps<Row> extends Omit<AdminPageProps, 'children' | 'wide'>, Omit<ListTableProps<Row>, 'label'> {
  /** Says what the table lists. Default: the title. */
  label?: string
  /** The address that gives the same rows as a file. */
  csv?: string
  /** Between heading and table: tabs. */
  above?: ReactNode
  /** After the table: dialogs. */
  children?: ReactNode
}

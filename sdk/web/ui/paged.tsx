/** Records page by page, in a card or a table: what stands there while they load, failed, or where there are none, and what brings more. */
import type { ReactNode } from 'react'
import { DataTable } from './late.tsx'
import type { DataTableProps } from './lateProps.ts'
import { Skeleton } from './marks.tsx'
import { LoadMore, type LoadMoreProps } from './page.tsx'
import { EmptyState, type EmptyStateProps, Query, type QueryProps } from './states.tsx'
import { Card } from './surfaces.tsx'

export interface PagedCardProps<R> extends Pick<EmptyStateProps, 'icon'> {
  query: QueryProps<{ pages: { records: R[] }[] }>['query'] & LoadMoreProps['query']
  /** How a record is shown: a list item with its key. */
  children: (record: R) => ReactNode
  /** What stands there where there are none. */
  empty: { title: string; text?: string }
  /** Where the order says something. */
  as?: 'ul' | 'ol'
  /** Of what is shown until the first page is there, in pixels. Default 360. */
  height?: number
}
/** Records in one card, page by page: what stands there while they load, failed, or where there are none, and what brings more. */
export const PagedCard = <R,>({ query, icon, empty, as = 'ul', height = 360, children }: PagedCardProps<R>) => (
  <Query
    query={query}
    skeleton={<Skeleton w="100%" h={height} />}
    isEmpty={({ pages }) => pages.every(({ records }) => records.length === 0)}
    empty={
      <Card>
        <EmptyState icon={icon} {...empty} />
      </Card>
    }
  >
    {({ pages }) => (
      <>
        <Card as={as} className="divide-y divide-border overflow-hidden">
          {pages.flatMap(({ records }) => records.map(children))}
        </Card>
        <LoadMore query={query} />
      </>
    )}
  </Query>
)

export interface PagedTableProps<R> extends Omit<DataTableProps<R>, 'rows'> {
  query: PagedCardProps<R>['query']
  /** Of what is shown until the first page is there, in pixels. Default 320. */
  height?: number
}
/** Records as rows of a table, page by page: what stands there while they load, failed, or where there are none, and what brings more. */
export const PagedTable = <R,>({ query, height = 320, ...table }: PagedTableProps<R>) => (
  <Query query={query} skeleton={<Skeleton w="100%" h={height} />}>
    {({ pages }) => (
      <>
        <DataTable {...table} rows={pages.flatMap(({ records }) => records)} />
        <LoadMore query={query} />
      </>
    )}
  </Query>
)

/** A card of rows that come page by page: answers, ratings, questions. */
import { Card, CardHead, LoadMore, Query, Skeleton } from '@atrium/sdk/web'
import type { ComponentProps, ReactNode } from 'react'

interface ListedProps<Row> {
  title: string
  text?: string
  action?: ReactNode
  query: ComponentProps<typeof LoadMore>['query'] & ComponentProps<typeof Query<{ pages: { records: Row[] }[] }>>['query']
  /** Stands where there are no rows. */
  none: string
  /** What a row holds. */
  children: (row: Row) => ReactNode
}
export function Listed<Row extends { id: number }>({ title, text, action, query, none, children }: ListedProps<Row>) {
  return (
    <Card as="section" aria-label={title}>
      <CardHead title={title} text={text} action={action} />
      <Query
        query={query}
        skeleton={<Skeleton w="100%" h={120} />}
        isEmpty={({ pages }) => pages.every(({ records }) => records.length === 0)}
        empty={<p className="px-4 py-4 text-13 text-text-2 desk:px-5">{none}</p>}
      >
        {({ pages }) => (
          <>
            <ul className="divide-y divide-border">
              {pages
                .flatMap(({ records }) => records)
                .map((row) => (
                  <li key={row.id} className="px-4 py-3 desk:px-5">
                    {children(row)}
                  </li>
                ))}
            </ul>
            <LoadMore query={query} />
          </>
        )}
      </Query>
    </Card>
  )
}

/** What a column shows of a row: by its own words, else the row's field of its name. */
import type { ReactNode } from 'react'
import type { Column } from '../lateProps.ts'

export const shownIn = <Row>(column: Column<Row>, row: Row): ReactNode =>
  column.render ? column.render(row) : ((row as Record<string, ReactNode>)[column.key] ?? null)

/** Pages of the settings that are one list. Their code comes with the first of them. */
import { lazy, type ReactElement } from 'react'
import type { ListScreenProps, ListTableProps } from './listProps.ts'

const load = () => import('./lazy/listScreen.tsx')
/** A page of the settings that is one list: search, filters, table with a menu for each row, export, and what stands there where there is nothing. */
export const ListScreen = lazy(async () => ({ default: (await load()).ListScreen })) as unknown as <Row>(props: ListScreenProps<Row>) => ReactElement
/** The same list within a page. */
export const ListTable = lazy(async () => ({ default: (await load()).ListTable })) as unknown as <Row>(props: ListTableProps<Row>) => ReactElement

/** A list page by page whose search and filters stand in the address, so that going back finds them as they were left. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Route, RouteInput, RouteReply } from '../../core/contract.ts'
import { useNavigate, useSearch } from '../core/router.tsx'
import { useReadPages } from '../core/queries.ts'
import { useSettled } from '../core/settled.ts'
import type { PagedTableProps } from './paged.tsx'

type RowOf<R extends Route<any, any>> = RouteReply<R> extends { records: (infer Row)[] } ? Row : never
type Query<R extends Route<any, any>> = RouteInput<R> extends { query?: infer Q } ? NonNullable<Q> : Record<string, never>

export interface ListOptions<R extends Route<any, any>> {
  /** The field of the route's query that takes what is searched for. */
  search?: keyof Query<R> & string
  /** Fields of the route's query that narrow the list, each with the value that stands when nothing is chosen; an empty one is not asked for. */
  filters?: Partial<Record<keyof Query<R> & string, string>>
  /** What is asked for in any case: rows a page. */
  query?: Partial<Query<R>>
  /** What its path names. */
  params?: RouteInput<R> extends { params: infer P } ? P : never
}
export interface List<Row> {
  query: PagedTableProps<Row>['query']
  rows: Row[]
  /** What stands in the search field; it is asked for when the typing rests. */
  text: string
  setText: (text: string) => void
  /** What is chosen, by field. */
  values: Record<string, string>
  set: (field: string, value: string) => void
  /** What is asked for beside the page: for exports of the same rows. */
  asked: Record<string, string>
  /** Something is searched for or chosen. */
  isNarrowed: boolean
}

/** Reads a list for `ListScreen` or a table of one's own. */
export function useList<R extends Route<any, any>>(route: R, { search, filters = {}, query: fixed, params }: ListOptions<R> = {}): List<RowOf<R>> {
  const address = useSearch()
  const navigate = useNavigate()
  const standing = (search && address.get(search)) || ''
  const [text, setText] = useState(standing)
  const settled = useSettled(text.trim())
  // what this field has written there itself; anything else came by a link, or by going back
  const written = useRef(standing)
  const put = useCallback(
    (field: string, value: string) => {
      const next = new URLSearchParams(location.search)
      if (value) next.set(field, value)
      else next.delete(field)
      navigate(`${location.pathname}${next.size ? `?${next}` : ''}`, { replace: true })
    },
    [navigate],
  )
  useEffect(() => {
    if (!search || settled === written.current) return
    written.current = settled
    put(search, settled)
  }, [search, settled, put])
  useEffect(() => {
    if (standing === written.current) return
    written.current = standing
    setText(standing)
  }, [standing])

  const defaults = Object.entries(filters as Record<string, string>)
  const values = Object.fromEntries(defaults.map(([field, usual]) => [field, address.get(field) ?? usual]))
  const all = { ...values, ...(search && { [search]: standing }) }
  const asked = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
  const query = useReadPages(route, { ...(params && { params }), query: { ...fixed, ...asked } } as never, { keepPrevious: true }) as List<
    RowOf<R>
  >['query'] & {
    data?: { pages: { records: RowOf<R>[] }[] }
  }
  return {
    query,
    rows: query.data?.pages.flatMap(({ records }) => records) ?? [],
    text,
    setText,
    values,
    set: (field, value) => put(field, value === filters[field as keyof typeof filters] ? '' : value),
    asked,
    isNarrowed: standing !== '' || defaults.some(([field, usual]) => values[field] !== usual),
  }
}

/** How lists of sales are narrowed: by state and by paywall. */
import { type ListFilter, useRead, useT } from '@atrium/sdk/web'
import contract from '../../../contract.ts'

/** @returns the filters, and the paywalls that one of them names */
export function useSaleFilters(states: ListFilter['options']) {
  const t = useT()
  const { data } = useRead(contract.routes.list, { query: { per_page: 100 } })
  const paywalls = data?.records ?? []
  const filters: ListFilter[] = [
    { field: 'status', label: t('list.state'), options: [{ value: '', label: t('filter.allStates') }, ...states] },
    {
      field: 'paywall_ids',
      label: t('list.title'),
      options: [{ value: '', label: t('filter.allPaywalls') }, ...paywalls.map(({ id, name }) => ({ value: String(id), label: name }))],
    },
  ]
  return { filters, paywalls }
}

/** Chooses spaces, courses, tags and other things by their names; ids are kept. */
import { call, Combobox, type ComboboxOption, useRead } from '@atrium/sdk/web'
import contract, { type Choosable } from '../../../contract.ts'

const { routes } = contract
const optionOf = ({ id, name, note }: Choosable): ComboboxOption => ({ value: String(id), label: name, text: note ?? undefined })

export interface ResourceFieldProps {
  resource: string
  value: readonly number[]
  onChange: (ids: number[]) => void
  isMultiple: boolean
  label: string
}
export function ResourceField({ resource, value, onChange, isMultiple, label }: ResourceFieldProps) {
  const params = { key: resource }
  const named = useRead(
    routes.resources,
    { params, query: { ids: value.join(',') as never } },
    { enabled: value.length > 0, staleTime: 60_000, keepPrevious: true },
  )
  const chosen = value.map((id) => optionOf(named.data?.records.find((one) => one.id === id) ?? { id, name: named.data ? `#${id}` : '…', note: null }))
  const load = async (query: string, signal: AbortSignal) => {
    const { records } = await call(routes.resources, { params, query: { query: query || undefined } as never }, { signal })
    return records.map(optionOf)
  }
  const take = (options: readonly ComboboxOption[]) => onChange(options.map((one) => Number(one.value)))
  return isMultiple ? (
    <Combobox multiple label={label} value={chosen} load={load} onChange={take} />
  ) : (
    <Combobox label={label} value={chosen[0] ?? null} load={load} onChange={(one) => take(one ? [one] : [])} />
  )
}

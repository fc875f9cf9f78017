/** One of the community's own things, searched by its name. */
import { call, Combobox, type ComboboxOption, useRead, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import contract from '../../../../contract.ts'
import type { FieldInput } from './options.ts'

const { routes } = contract

export function RecordInput({ field, value, onChange, type, path }: FieldInput) {
  const t = useT()
  const id = typeof value === 'number' ? value : null
  // The name of what was chosen before: the first that there are, which mostly has it.
  const { data } = useRead(routes.choices, { query: { type, field: path } }, { enabled: id !== null, staleTime: 60_000 })
  const [picked, setPicked] = useState<ComboboxOption | null>(null)
  const found = data?.records.find((one) => one.id === id)
  const named = picked?.value === String(id) ? picked : found ? { value: String(id), label: found.name } : null
  return (
    <Combobox
      label={field.label}
      placeholder={t('field.search')}
      value={id === null ? null : (named ?? { value: String(id), label: t('field.chosen', { id }) })}
      load={async (text, signal) => {
        const { records } = await call(routes.choices, { query: { type, field: path, ...(text ? { query: text } : {}) } }, { signal })
        return records.map((one) => ({ value: String(one.id), label: one.name }))
      }}
      onChange={(option) => {
        setPicked(option)
        onChange(option ? Number(option.value) : null)
      }}
    />
  )
}

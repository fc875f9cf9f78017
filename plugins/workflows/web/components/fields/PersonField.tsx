/** Chooses people by their names. */
import { call, Combobox, type ComboboxOption } from '@atrium/sdk/web'
import contract from '../../../contract.ts'

export async function findPeople(text: string, signal: AbortSignal): Promise<ComboboxOption[]> {
  const { records } = await call(contract.routes.contacts, { query: { query: text || undefined } as never }, { signal })
  return records.map(({ id, name, note, avatar_url }) => ({ value: String(id), label: name, text: note ?? undefined, avatar: { id, name, src: avatar_url } }))
}
export interface PersonFieldProps {
  value: ComboboxOption | null
  onChange: (person: ComboboxOption | null) => void
  label: string
  placeholder?: string
}
export const PersonField = ({ value, onChange, label, placeholder }: PersonFieldProps) => (
  <Combobox label={label} placeholder={placeholder} value={value} load={findPeople} onChange={onChange} />
)

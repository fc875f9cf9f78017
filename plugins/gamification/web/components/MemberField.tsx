/** Whom it is for, by name. */
import { call, Combobox, type ComboboxOption, Field, useT } from '@atrium/sdk/web'
import members from '../../../members/contract.ts'

const load = async (text: string): Promise<ComboboxOption[]> => {
  const { records } = await call(members.routes.list, { query: { search_text: text, per_page: 10 } })
  return records.map((one) => ({
    value: String(one.id),
    label: one.name,
    text: one.headline ?? undefined,
    avatar: { id: one.id, name: one.name, src: one.avatar_url },
  }))
}
interface MemberFieldProps {
  value: ComboboxOption | null
  onChange: (member: ComboboxOption | null) => void
  error?: string
}
export function MemberField({ value, onChange, error }: MemberFieldProps) {
  const t = useT()
  return (
    <Field label={t('member')} error={error}>
      <Combobox load={load} value={value} onChange={onChange} placeholder={t('member.placeholder')} autoFocus />
    </Field>
  )
}

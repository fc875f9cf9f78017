/** In whose eyes something is looked at: one's own, or those of a member. */
import { call, Combobox, type ComboboxOption, useT } from '@atrium/sdk/web'
import members from '../../../members/contract.ts'

const load = async (text: string): Promise<ComboboxOption[]> => {
  const { records } = await call(members.routes.list, { query: { search_text: text, per_page: 10 } })
  return records.map((one) => ({ value: String(one.id), label: one.name, avatar: { id: one.id, name: one.name, src: one.avatar_url } }))
}
interface MemberFieldProps {
  value: ComboboxOption | null
  onChange: (member: ComboboxOption | null) => void
}
export function MemberField({ value, onChange }: MemberFieldProps) {
  const t = useT()
  return <Combobox load={load} value={value} onChange={onChange} label={t('as_member')} placeholder={t('as_you')} className="min-w-0 flex-1" />
}

/** What stands at one place round pages: the site's own, a saved block, or nothing. */
import { Field, Select, useRead, useT } from '@atrium/sdk/web'
import contract, { type PARTS } from '../../../contract.ts'

type Choice = number | 'none' | null

interface PartFieldProps<Value extends Choice> {
  part: (typeof PARTS)[number]
  value: Value
  /** What stands there where nothing is chosen. */
  standard: string
  /** A page may have nothing there though the site has. */
  none?: Value & 'none'
  help?: string
  error?: string | undefined
  onChange: (value: Value | number | null) => void
}
export function PartField<Value extends Choice>({ part, value, standard, none, help, error, onChange }: PartFieldProps<Value>) {
  const t = useT()
  const { data } = useRead(contract.routes.reusableBlocks, { query: { per_page: 100 } })
  const options = [
    { value: '', label: standard },
    ...(none ? [{ value: none, label: t('nav.part_none') }] : []),
    ...(data?.records.map(({ id, name }) => ({ value: String(id), label: name, group: t('admin.blocks') })) ?? []),
  ]
  return (
    <Field label={t(`nav.field_${part}_block`)} help={help} error={error}>
      <Select
        value={value === null ? '' : String(value)}
        options={options}
        onChange={({ target }) => onChange(target.value === '' ? null : none && target.value === none ? none : Number(target.value))}
      />
    </Field>
  )
}

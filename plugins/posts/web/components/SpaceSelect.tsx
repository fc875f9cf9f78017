/** The spaces that one may post in, for a choice. */
import { Field, Select, useRead } from '@atrium/sdk/web'
import spaces from '../../../spaces/contract.ts'

export function SpaceSelect({ value, onChange, label, except }: { value: number | null; onChange: (id: number) => void; label: string; except?: number }) {
  const list = useRead(spaces.routes.list, { query: { include_sidebar: true } })
  const writable = (list.data?.records ?? []).filter((space) => space.policies.can_create_post && space.id !== except)
  return (
    <Field label={label}>
      <Select
        value={value === null ? '' : String(value)}
        onChange={(event) => onChange(Number(event.target.value))}
        options={[
          { value: '', label: '–', disabled: true },
          ...writable.map((space) => ({ value: String(space.id), label: `${space.emoji ?? ''} ${space.name}`.trim() })),
        ]}
      />
    </Field>
  )
}

/** Where something stands, chosen by its picture. */
import { IconButton, useFieldGroup } from '@atrium/sdk/web'
import type { Field } from '../data.ts'
import { optionsOf } from './options.ts'

const ICONS: Record<string, string> = {
  start: 'align-left',
  left: 'align-left',
  center: 'align-center',
  centre: 'align-center',
  end: 'align-right',
  right: 'align-right',
}
export const isAlign = (field: Field): boolean => field.name === 'align' && optionsOf(field).every(({ value }) => value in ICONS)

export function AlignChoice({ field, value, onChange }: { field: Field; value: string; onChange: (value: string) => void }) {
  const named = useFieldGroup()
  return (
    <div role="group" {...named} className="flex gap-1">
      {optionsOf(field).map((option) => (
        <IconButton
          key={option.value}
          icon={ICONS[option.value]!}
          label={option.label}
          pressed={option.value === value}
          onClick={() => onChange(option.value)}
        />
      ))}
    </div>
  )
}

/** How a block is laid out, chosen by a small picture of it. */
import { useFieldGroup } from '@atrium/sdk/web'
import { Strokes } from '../BlockPicture.tsx'
import type { Field } from '../data.ts'
import { LAYOUTS } from '../strokes.ts'
import { optionsOf } from './options.ts'

const NAMES = ['layout', 'columns', 'style']
/** Fields of that name whose every value has a picture. */
export const isLayout = (field: Field): boolean => NAMES.includes(field.name) && optionsOf(field).every(({ value }) => value in LAYOUTS)

export function LayoutChoice({ field, value, onChange }: { field: Field; value: string; onChange: (value: string) => void }) {
  const named = useFieldGroup()
  return (
    <div role="group" {...named} className="grid grid-cols-4 gap-1.5">
      {optionsOf(field).map((option) => (
        <button
          key={option.value}
          type="button"
          title={option.label}
          aria-label={option.label}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className="aspect-3/2 overflow-hidden rounded-control border bg-surface-2 hover:border-strong aria-pressed:border-brand aria-pressed:bg-brand-soft aria-pressed:shadow-[0_0_0_1px_var(--brand-color)]"
        >
          <Strokes of={LAYOUTS[option.value]!} />
        </button>
      ))}
    </div>
  )
}

/** A text with headings, lists and links, written in the editor of the house. */
import { directionOf, type RichTextDoc } from '@atrium/sdk'
import { Editor } from '@atrium/sdk/web'
import { useBuilding } from '../useBuilding.ts'
import type { FieldInput } from './options.ts'

export function RichInput({ field, value, onChange }: FieldInput) {
  const { setBusy, language } = useBuilding()
  return (
    <div dir={directionOf(language)} className="field rounded-control border-field px-3 py-2">
      <Editor
        value={(value as RichTextDoc | null) ?? null}
        label={field.label}
        onBusy={setBusy}
        onChange={(doc, { isEmpty }) => onChange(isEmpty ? null : doc)}
      />
    </div>
  )
}

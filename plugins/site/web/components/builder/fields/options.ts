/** Fields as the server describes them, in the shapes that inputs take. */
import type { Field } from '../data.ts'

export interface FieldInput {
  field: Field
  value: unknown
  onChange: (value: unknown) => void
  /** Of the block that it is a field of. */
  type: string
  /** Its place, as `items.title`: records of a list are chosen by it. */
  path: string
}
export const optionsOf = (field: Field): { value: string; label: string }[] => (field['options'] as { value: string; label: string }[] | undefined) ?? []
export const innerOf = (field: Field): Field[] => (field['of'] as Field[] | undefined) ?? []
export const blankOf = (field: Field): Record<string, unknown> => structuredClone((field['blank'] as Record<string, unknown> | undefined) ?? {})
export const numberOf = (field: Field, name: 'min' | 'max'): number | undefined => field[name] as number | undefined

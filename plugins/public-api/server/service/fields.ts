/** Profile fields in the published shape. */
import type { z } from 'zod'
import type { ProfileField as Field } from '../../../members/contract.ts'
import type { ProfileField } from '../../contract/fields.ts'

/** `choices` of Atrium stand in the order in which they are offered. */
export const toField = (field: z.output<typeof Field>): z.input<typeof ProfileField> => ({
  id: field.id,
  label: field.label,
  field_type: field.field_type,
  key: field.key,
  placeholder: field.placeholder,
  description: field.description,
  required: field.required,
  allow_null: field.allow_null,
  platform_field: field.platform_field,
  archived: field.archived,
  created_at: field.created_at,
  updated_at: field.updated_at,
  number_options: field.number_options && { id: field.id, ...field.number_options },
  choices: field.choices.map(toChoice),
  pages: field.pages.map((page) => ({ ...page, created_at: field.created_at, updated_at: field.updated_at })),
})
export const toChoice = ({ id, value }: { id: number; value: string }) => ({ id, value, profile_field_choice: { id, value } })

/** Profile fields: what a community asks its members, and what they answer (public API, A.2.3). */
import { date, id, line, z } from '@atrium/sdk'

/** `select` takes one of its choices, `checkbox` several; `social` takes addresses, one a line. */
export const FIELD_TYPES = ['text', 'textarea', 'number', 'date', 'select', 'checkbox', 'link', 'place', 'social'] as const
export type FieldType = (typeof FIELD_TYPES)[number]
/** Types whose values are choices. */
export const CHOICE_TYPES: readonly FieldType[] = ['select', 'checkbox']
/** Where a field is asked for or shown. `community_view` is the directory, on its cards and among its filters. */
export const FIELD_PAGES = ['signup', 'edit_profile', 'profile_view', 'community_view'] as const
export type FieldPage = (typeof FIELD_PAGES)[number]
export const MAX_FIELDS = 60
export const MAX_CHOICES = 50
/** Characters of one line, of a long text, and addresses of `social`. */
export const MAX_LINE = 300
export const MAX_LONG = 5000
export const MAX_LINKS = 8

export const NumberOptions = z.object({
  format: z.enum(['number', 'percentage', 'custom', 'unformatted']).default('number'),
  /** Digits behind the point. */
  decimal: z.number().int().min(0).max(6).default(0),
  /** The unit of `custom`. */
  text: line(20).nullable().default(null),
  position: z.enum(['left', 'right']).nullable().default(null),
})
export type NumberOptions = z.output<typeof NumberOptions>

const Choice = z.object({ id: z.number(), value: z.string() })
export const ProfileField = z.object({
  id: z.number(),
  label: z.string(),
  field_type: z.enum(FIELD_TYPES),
  key: z.string(),
  placeholder: z.string().nullable(),
  description: z.string().nullable(),
  required: z.boolean(),
  allow_null: z.boolean(),
  platform_field: z.boolean(),
  archived: z.boolean(),
  /** Seen and filled in by those who may manage people alone. */
  admin_only: z.boolean(),
  number_options: NumberOptions.nullable(),
  choices: z.array(Choice),
  pages: z.array(z.object({ id: z.number(), name: z.enum(FIELD_PAGES), position: z.number(), visible: z.boolean() })),
  created_at: date,
  updated_at: date,
})
export type ProfileField = z.output<typeof ProfileField>

/** A field with what one member has answered; null for nothing yet. */
export const AnsweredField = ProfileField.extend({
  community_member_profile_field: z
    .object({
      id: z.number(),
      text: z.string().nullable(),
      textarea: z.string().nullable(),
      number: z.number().nullable(),
      /** As it is shown: text, or a list of choices or addresses. */
      display_value: z.union([z.string(), z.array(z.string())]),
      community_member_choices: z.array(z.object({ id: z.number(), profile_field_choice: Choice })),
      created_at: date,
      updated_at: date,
    })
    .nullable(),
})
export type AnsweredField = z.output<typeof AnsweredField>

/** An answer by the key of its field: text, a number, or choices by their ids or their words. Null takes it back. */
export const FieldValue = z.union([z.string().max(MAX_LONG), z.number(), z.array(z.union([z.string().max(MAX_LINE), z.number()])).max(MAX_CHOICES), z.null()])
export type FieldValue = z.output<typeof FieldValue>
export const FieldValues = z
  .record(z.string().max(100), FieldValue)
  .refine((all) => Object.keys(all).length <= MAX_FIELDS, 'Too many fields. Remove some and try again.')

const fields = {
  label: line(255).min(1, 'Enter a name for the field.'),
  key: z
    .string()
    .max(100)
    .regex(/^[a-z][a-z0-9_]*$/, 'Use letters a to z, numbers and underscores, starting with a letter.'),
  description: line(500).nullable(),
  placeholder: line(200).nullable(),
  required: z.boolean(),
  allow_null: z.boolean(),
  admin_only: z.boolean(),
  pages_attributes: z.array(z.object({ name: z.enum(FIELD_PAGES), visible: z.boolean() })).max(FIELD_PAGES.length),
  /** In their order. One with an id is renamed, or removed by `_destroy`; those that are not named stay. */
  choices_attributes: z
    .array(z.object({ id: id.optional(), value: line(MAX_LINE).min(1, 'Enter a label for each option.'), _destroy: z.boolean().optional() }))
    .max(MAX_CHOICES, 'You can add up to {maximum} options.'),
  number_options_attributes: NumberOptions.nullable(),
}
export const FieldCreate = z.object({
  profile_field: z
    .object({ ...fields, field_type: z.enum(FIELD_TYPES) })
    .partial()
    .required({ label: true, field_type: true }),
})
export const FieldUpdate = z.object({ profile_field: z.object(fields).partial() })
export type FieldInput = z.output<typeof FieldCreate>['profile_field']

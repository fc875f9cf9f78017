/** What forms are built of. */
import { id, line, z } from '@atrium/sdk'

export const MAX_ELEMENTS = 100
export const MAX_OPTIONS = 100
/** Characters of an answer. */
export const MAX_VALUE = 10_000
export const TYPES = ['text', 'field', 'button', 'layout'] as const
export const FIELD_KINDS = ['short_text', 'long_text', 'email', 'number', 'choice', 'choices', 'checkbox', 'consent', 'date', 'hidden'] as const
export const TEXT_SIZES = ['heading', 'paragraph'] as const
export type ElementType = (typeof TYPES)[number]
export type FieldKind = (typeof FIELD_KINDS)[number]

const textAttributes = z.object({
  text: z.string().trim().min(1, 'Enter text.').max(5_000),
  size: z.enum(TEXT_SIZES).default('paragraph'),
})
const fieldAttributes = z.object({
  kind: z.enum(FIELD_KINDS).default('short_text'),
  label: line(300).min(1, 'Enter a label.'),
  placeholder: line(200).default(''),
  help: line(500).default(''),
  required: z.boolean().default(false),
  options: z
    .array(line(200).min(1, 'Enter text for each option.'))
    .max(MAX_OPTIONS, 'You can add up to {maximum} options.')
    .refine((all) => new Set(all.map((one) => one.toLowerCase())).size === all.length, 'Two options are the same. Change one.')
    .default([]),
  /** What of the contact it fills: the name, a field of contacts, or a profile field by its key. The first email field is always the address. */
  fills: z
    .string()
    .regex(/^(name|contact:[\w -]{1,60}|profile:[\w-]{1,60})$/, 'Choose a field from the list, or enter a name with letters, digits and spaces.')
    .nullable()
    .default(null),
  /** Of a hidden field: what it says where the page’s URL has no parameter of that name. */
  value: line(1_000).default(''),
  parameter: z
    .string()
    .trim()
    .regex(/^[\w-]{0,60}$/, 'Use letters, digits, dashes and underscores.')
    .default(''),
})
const buttonAttributes = z.object({ label: line(80).min(1, 'Enter a label.') })

/** A new element has no id; place and parent follow from where it is in the list. */
const own = { id: id.nullish(), position: z.number().int().optional(), parent_element_id: z.number().int().nullish() }
const text = z.object({ ...own, type: z.literal('text'), attributes: textAttributes })
const field = z.object({ ...own, type: z.literal('field'), attributes: fieldAttributes })
const button = z.object({ ...own, type: z.literal('button'), attributes: buttonAttributes })
const leaf = z.discriminatedUnion('type', [text, field, button])
const layout = z.object({ ...own, type: z.literal('layout'), attributes: z.object({}).default({}), children: z.array(leaf).max(MAX_ELEMENTS).default([]) })
const element = z.discriminatedUnion('type', [text, field, button, layout])

const count = (all: readonly ElementInput[]) => all.reduce((sum, one) => sum + 1 + ('children' in one ? one.children.length : 0), 0)
/** Elements as they are saved: a tree of two levels. */
export const Elements = z
  .array(element)
  .max(MAX_ELEMENTS, 'You can add up to {maximum} elements.')
  .refine((all) => count(all) <= MAX_ELEMENTS, 'You can add up to 100 elements.')
export type ElementInput = z.output<typeof element>
export type LeafInput = z.output<typeof leaf>
export type FieldAttributes = z.output<typeof fieldAttributes>

const known = { id: z.number(), position: z.number(), parent_element_id: z.number().nullable() }
const knownLeaf = z.discriminatedUnion('type', [
  text.extend({ ...known, children: z.array(z.never()) }),
  field.extend({ ...known, children: z.array(z.never()) }),
  button.extend({ ...known, children: z.array(z.never()) }),
])
/** An element of a form (public API, A.2.17). */
export const FormElement = z.discriminatedUnion('type', [...knownLeaf.options, layout.extend({ ...known, children: z.array(knownLeaf) })])
export type FormElement = z.output<typeof FormElement>
export type FormLeaf = z.output<typeof knownLeaf>
export type FormField = Extract<FormLeaf, { type: 'field' }>

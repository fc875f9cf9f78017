/** A form while it is edited: new elements have ids below zero until they are saved. */
import type { FieldAttributes, Form, FormElement, LeafInput } from '../../contract.ts'

type Keyed<T> = T & { id: number }
type KeysOf<T> = T extends unknown ? Omit<T, 'id' | 'position' | 'parent_element_id'> : never
export type DraftLeaf = Keyed<KeysOf<LeafInput>>
export type DraftLayout = Keyed<{ type: 'layout'; attributes: object; children: DraftLeaf[] }>
export type DraftElement = DraftLeaf | DraftLayout
export interface Draft {
  name: string
  after_submission_action: Form['after_submission_action']
  redirect_url: string
  thank_you_page_title: string
  thank_you_page_body: string
  embed_display_format: Form['embed_display_format']
  popup_delay: number
  popup_frequency: number
  embed_styles: Form['embed_styles']
  standalone_page_styles: Form['standalone_page_styles']
  is_double_opt_in: boolean
  member_tag_ids: number[]
  elements: DraftElement[]
}

const leafOf = ({ id, type, attributes }: { id: number; type: string; attributes: object }) => ({ id, type, attributes }) as DraftLeaf
const elementOf = (one: FormElement): DraftElement =>
  one.type === 'layout' ? { id: one.id, type: 'layout', attributes: {}, children: one.children.map(leafOf) } : leafOf(one)
export const draftOf = (form: Form): Draft => ({
  name: form.name,
  after_submission_action: form.after_submission_action,
  redirect_url: form.redirect_url ?? '',
  thank_you_page_title: form.thank_you_page_title ?? '',
  thank_you_page_body: form.thank_you_page_body ?? '',
  embed_display_format: form.embed_display_format,
  popup_delay: form.popup_delay,
  popup_frequency: form.popup_frequency,
  embed_styles: form.embed_styles,
  standalone_page_styles: form.standalone_page_styles,
  is_double_opt_in: form.is_double_opt_in,
  member_tag_ids: form.member_tag_ids,
  elements: form.elements.map(elementOf),
})

const sent = <T extends { id: number }>(one: T) => ({ ...one, id: one.id > 0 ? one.id : null })
export const elementsToSend = (elements: readonly DraftElement[]) =>
  elements.map((one) => (one.type === 'layout' ? { ...sent(one), children: one.children.map(sent) } : sent(one)))
/** Only what a call takes. */
export const bodyOf = ({ elements, ...changes }: Partial<Draft>) => ({ ...changes, ...(elements && { elements: elementsToSend(elements) }) })

let last = 0
export const newId = () => --last
export const newField = (kind: FieldAttributes['kind'], label: string, more: Partial<FieldAttributes> = {}): DraftLeaf => ({
  id: newId(),
  type: 'field',
  attributes: {
    kind,
    label,
    placeholder: '',
    help: '',
    required: kind === 'email' || kind === 'consent',
    options: [],
    fills: null,
    value: '',
    parameter: '',
    ...more,
  },
})
/** A copy with ids of its own. */
export const copyOf = (one: DraftElement): DraftElement =>
  one.type === 'layout' ? { ...one, id: newId(), children: one.children.map((child) => ({ ...child, id: newId() })) } : { ...one, id: newId() }

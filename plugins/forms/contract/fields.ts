/** What browsers and server read of a form alike. */
import type { FormElement, FormField } from './elements.ts'

/** All fields of a form, in their order. */
export const fieldsIn = (elements: readonly FormElement[]): FormField[] =>
  elements.flatMap((one) => (one.type === 'layout' ? one.children : [one])).filter((one): one is FormField => one.type === 'field')

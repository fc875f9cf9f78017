/** What forms of settings take: shared by their place and by their code, which comes later. */
import type { ReactElement, ReactNode } from 'react'
import type { Route } from '../../core/contract.ts'
import type { FormField } from '../../core/fields.ts'
import type { Edits } from './useEdits.ts'

export interface SettingsSection<T extends object> {
  title?: ReactNode
  text?: ReactNode
  /** Names of the schema's fields in their order, and between them, as elements, what the schema cannot say. */
  fields?: readonly ((keyof T & string) | ReactElement | false | null)[]
  /** After the fields, without a card's room round it: a list to be put in order. */
  children?: ReactNode
  /** An element in place of the whole card. */
  bare?: ReactNode
}

export interface FieldsSaid<T extends object> {
  /** Whose words name the fields. Default: the plugin that renders. */
  plugin?: string
  /** Of a field that another plugin has added: which one, whose words `settings.<field>` name it. */
  ownerOf?: (field: string) => string | undefined
  /** Begins the locale keys: `<words>.<field>`, and `.help`, `.placeholder`, `.<option>` after it. Default `settings`. */
  words?: string
  /** What an option is called. Default: its word among those of the field. */
  optionWords?: (field: keyof T & string, option: string) => string | undefined
  /** Which fields cannot be changed as things are; a text says why. */
  disabled?: (field: keyof T & string, value: T) => boolean | string | undefined
}

/** Of the cards of fields inside a form. */
export interface SettingsFieldsProps<T extends object> extends FieldsSaid<T> {
  fields: readonly FormField[]
  value: T
  errors: Record<string, string | undefined>
  onChange: (change: Partial<T>) => void
  sections: readonly SettingsSection<T>[]
}

export interface SettingsFormProps<T extends object> extends FieldsSaid<T> {
  /** As the server has it. One with a `version` is compared with what others saved meanwhile. */
  saved: T
  /** Saves what differs; its contract says `form: true`. */
  save: Route<any, any>
  params?: Record<string, string | number>
  /** Default: the fields of `save`. */
  fields?: readonly FormField[]
  /** What is shown in which order. Default: all fields in one card. */
  sections?: readonly SettingsSection<T>[] | ((edits: Edits<T>) => readonly SettingsSection<T>[])
  /** What is sent for changes; default those that have a field. */
  body?: (changes: Partial<T>) => object
  /** The form's fields in a record as the server replies it, where a version is compared. Default: the record. */
  recordOf?: (reply: any) => Partial<T>
  onSaved?: (reply: any) => void
  /** A value in words, where two people changed it. */
  valueWords?: (field: keyof T & string, value: any) => string | null
}

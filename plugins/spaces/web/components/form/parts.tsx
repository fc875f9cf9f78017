/** The pieces that every section of the form is made of, bound to its values. */
import { Card, Field, Input, PictureField, Select, SettingRow, Switch, Textarea, useT } from '@atrium/sdk/web'
import { createContext, type ReactNode, useContext } from 'react'
import type { Flag, Meta, PictureName, SpaceValues, Text } from './values.ts'

export interface FormState {
  values: SpaceValues
  set: (change: Partial<SpaceValues>) => void
  /** Words by field, from the check while one types and from the server. */
  errors: Record<string, string | undefined>
}
const State = createContext<FormState | null>(null)
export const FormProvider = State.Provider
export const useFormState = (): FormState => useContext(State)!

export function Section({ id, title, text, children }: { id: string; title: string; text?: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="grid scroll-mt-[calc(var(--header-h)+16px)] gap-3">
      <div>
        <h2 id={`${id}-title`} className="text-17">
          {title}
        </h2>
        {text && <p className="text-13 text-text-2">{text}</p>}
      </div>
      {children}
    </section>
  )
}

type Line = Text | Meta | 'name'
export function TextField({
  name,
  label,
  help,
  max,
  lines,
  placeholder,
}: {
  name: Line
  label: string
  help?: string
  max: number
  lines?: number
  placeholder?: string
}) {
  const { values, set, errors } = useFormState()
  const props = {
    value: values[name],
    maxLength: max,
    placeholder,
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  }
  return (
    <Field label={label} help={help} error={errors[name] ?? errors[`meta_tag_attributes.${name}`]}>
      {lines ? <Textarea {...props} rows={lines} /> : <Input {...props} />}
    </Field>
  )
}

interface PictureLineProps {
  name: PictureName
  label: string
  help: string
  ratio: number
  /** Of what is sent, in pixels at most. */
  width: number
}
export function PictureLine({ name, ...props }: PictureLineProps) {
  const { values, set, errors } = useFormState()
  const change = (picture: { signedId: string; url: string } | null) =>
    set({ [name]: picture ? { shown: picture.url, signed: picture.signedId } : { shown: null, signed: null } })
  return <PictureField {...props} url={values[name].shown} error={errors[name]} onChange={change} />
}

/** Names of fields whose values are one of a few words. */
type Choice = { [K in keyof SpaceValues]: SpaceValues[K] extends string ? K : never }[keyof SpaceValues]
export function ChoiceField({
  name,
  label,
  help,
  options,
  words,
}: {
  name: Choice
  label: string
  help?: string
  options: readonly string[]
  words: (value: string) => string
}) {
  const { values, set, errors } = useFormState()
  return (
    <Field label={label} help={help} error={errors[name]}>
      <Select
        value={values[name]}
        onChange={(event) => set({ [name]: event.target.value })}
        options={options.map((value) => ({ value, label: words(value) }))}
      />
    </Field>
  )
}

/** Words under a switch exist for those that need them. */
const EXPLAINED = new Set<Flag>([
  'is_post_disabled',
  'hide_post_settings',
  'hide_from_featured_areas',
  'require_topic_selection',
  'show_lock_icon_for_non_members',
])
export function Flags({ names, children }: { names: readonly Flag[]; children?: ReactNode }) {
  const t = useT()
  const { values, set } = useFormState()
  return (
    <Card>
      {children}
      {names.map((name) => (
        <SettingRow
          key={name}
          title={t(`flag.${name}`)}
          text={EXPLAINED.has(name) ? t(`flag.${name}.help`) : undefined}
          control={(aria) => <Switch {...aria} checked={values[name]} onChange={(on) => set({ [name]: on })} />}
        />
      ))}
    </Card>
  )
}

/** Cards of fields that are made from a schema, in the words of the plugin whose settings they are. */
import { Fragment, isValidElement, type ReactElement, useContext } from 'react'
import type { FormField } from '../../../../core/fields.ts'
import { PluginContext, useWordsOf } from '../../../core/i18n.tsx'
import { useSession } from '../../../core/session.ts'
import { type Translate, translate } from '../../../core/words.ts'
import { Switch } from '../../choice.tsx'
import { Field } from '../../Field.tsx'
import { SettingRow } from '../../page.tsx'
import { PictureField } from '../../PictureField.tsx'
import type { SettingsFieldsProps, SettingsSection } from '../../settingsProps.ts'
import { Card, CardHead } from '../../surfaces.tsx'
import { Control, type Said } from './Control.tsx'

/** Title, help and placeholder of a field; its key stands in for a title that was forgotten. */
export function wordsOf(t: Translate, prefix = 'settings', key: string, values: Record<string, string | number> = {}) {
  const word = (end: string) => {
    const said = t(`${prefix}.${key}${end}`, values)
    return said === `${prefix}.${key}${end}` ? undefined : said
  }
  return { title: word('') ?? key.split('.').at(-1)!.replaceAll('_', ' '), help: word('.help'), placeholder: word('.placeholder') }
}

type Entry = FormField | ReactElement
const isRow = (entry: Entry) => !isValidElement(entry) && entry.kind === 'switch'

export default function Sections<T extends object>({
  plugin,
  words,
  ownerOf,
  optionWords,
  disabled,
  fields,
  value,
  errors,
  onChange,
  sections,
}: SettingsFieldsProps<T>) {
  const here = useContext(PluginContext)
  const t = useWordsOf(plugin ?? here)
  const { community } = useSession()
  const said: Said = (key, option) => {
    const owner = ownerOf?.(key)
    if (owner !== undefined) return wordsOf((word, values) => translate(owner, word, values), 'settings', key)
    if (option === undefined) return wordsOf(t, words, key, { community_name: community.name })
    return { title: optionWords?.(key as keyof T & string, option) ?? wordsOf(t, words, `${key}.${option}`).title }
  }
  const byKey = new Map(fields.map((field) => [field.key, field]))
  const entriesOf = (section: SettingsSection<T>) =>
    (section.fields ?? []).flatMap((entry): Entry[] => {
      if (!entry) return []
      return isValidElement(entry) ? [entry] : byKey.has(entry as string) ? [byKey.get(entry as string)!] : []
    })
  const control = (field: FormField) => {
    const key = field.key as keyof T & string
    const why = disabled?.(key, value)
    const { title, help, placeholder } = said(key)
    const explained = typeof why === 'string' ? why : help
    const change = (next: unknown) => onChange({ [key]: next } as Partial<T>)
    if (field.kind === 'switch')
      return (
        <SettingRow
          key={key}
          title={title}
          text={explained}
          control={(aria) => <Switch {...aria} checked={value[key] === true} disabled={Boolean(why)} onChange={change} />}
        />
      )
    if (field.kind === 'picture') {
      const at = `${key.replace(/_signed_id$/, '')}_url` as keyof T
      const none = field.nullable ? null : ''
      return (
        <PictureField
          key={key}
          label={title}
          help={explained}
          ratio={field.ratio}
          url={(value[at] as string | null | undefined) ?? null}
          error={errors[key]}
          onChange={(next) => onChange({ [key]: next?.signedId ?? none, [at]: next?.url ?? null } as Partial<T>)}
        />
      )
    }
    const counted = field.kind === 'text' && field.as === 'lines' && field.longest !== undefined
    return (
      <Field
        key={key}
        label={title}
        help={explained}
        error={errors[key]}
        aside={counted ? <span className="text-12 tabular-nums text-text-3">{`${String(value[key] ?? '').length} / ${field.longest}`}</span> : undefined}
      >
        <Control field={field} value={value[key]} disabled={Boolean(why)} placeholder={placeholder} said={said} errors={errors} path={key} onChange={change} />
      </Field>
    )
  }
  return sections.map((section, index) => {
    // sections come and go with what is chosen: those that stay keep what is typed in them
    const name = typeof section.title === 'string' ? section.title : String(section.fields?.find((entry) => typeof entry === 'string') ?? index)
    if (section.bare) return <Fragment key={name}>{section.bare}</Fragment>
    // Switches are rows with a line between them, other fields stand together.
    const blocks: Entry[][] = []
    for (const entry of entriesOf(section)) {
      const last = blocks.at(-1)
      if (last && !isRow(entry) && !isRow(last[0]!)) last.push(entry)
      else blocks.push([entry])
    }
    return (
      <Card key={name} as={section.title ? 'section' : 'div'} aria-label={typeof section.title === 'string' ? section.title : undefined}>
        {section.title && <CardHead title={section.title} text={section.text} />}
        <div>
          {blocks.map((block) =>
            isRow(block[0]!) ? (
              control(block[0] as FormField)
            ) : (
              <div key={block[0]!.key} className="grid grid-cols-[minmax(0,1fr)] gap-4 px-4 py-4 not-first:border-t desk:px-5">
                {block.map((entry) => (isValidElement(entry) ? <Fragment key={entry.key}>{entry}</Fragment> : control(entry as FormField)))}
              </div>
            ),
          )}
        </div>
        {section.children}
      </Card>
    )
  })
}

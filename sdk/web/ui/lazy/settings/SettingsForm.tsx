/** A form over a saved record: what to send, what others saved meanwhile, and what the server refused, by field. */
import { useContext } from 'react'
import type { Route } from '../../../../core/contract.ts'
import { PluginContext, useWordsOf } from '../../../core/i18n.tsx'
import { useWrite } from '../../../core/queries.ts'
import { refreshBoot } from '../../../core/session.ts'
import { Form } from '../../Form.tsx'
import { SaveBar } from '../../page.tsx'
import type { SettingsFormProps } from '../../settingsProps.ts'
import { useEdits } from '../../useEdits.ts'
import Sections, { wordsOf } from './Sections.tsx'

export default function LazySettingsForm<T extends object>({
  saved,
  save,
  params,
  fields = save.form ?? [],
  sections = [{ fields: fields.map(({ key }) => key as keyof T & string) }],
  body,
  recordOf = (reply) => reply,
  onSaved,
  valueWords,
  ...said
}: SettingsFormProps<T>) {
  const here = useContext(PluginContext)
  const t = useWordsOf(said.plugin ?? here)
  const own = new Set<string>(fields.map(({ key }) => key))
  const write = useWrite(save as Route, { invalidates: [{ id: save.plugin }] })
  const version = (saved as { version?: number }).version
  const edits = useEdits(
    saved,
    async (changes, newest) => {
      const sent = body ? body(changes) : Object.fromEntries(Object.entries(changes).filter(([key]) => own.has(key)))
      const input: unknown = { ...(params ? { params } : {}), body: newest === undefined ? sent : { ...sent, version: newest } }
      const reply = await write.mutateAsync(input as Parameters<typeof write.mutateAsync>[0])
      onSaved?.(reply)
      void refreshBoot()
    },
    version === undefined ? undefined : { version, fieldsOf: recordOf, words: valueWords, label: (field) => wordsOf(t, said.words, field).title },
  )
  const shown = typeof sections === 'function' ? sections(edits) : sections
  return (
    <Form {...edits.form}>
      <Sections {...said} fields={fields} value={edits.value} errors={edits.errors} onChange={edits.set} sections={shown} />
      <SaveBar {...edits.bar} />
    </Form>
  )
}

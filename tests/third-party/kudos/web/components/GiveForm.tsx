/** Thanks somebody: whom, in which category, for what. */
import {
  Button,
  call,
  Combobox,
  type ComboboxOption,
  Field,
  Form,
  Select,
  Textarea,
  toast,
  useFieldErrors,
  useRead,
  useSession,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import members from 'atrium/plugins/members'
import { useState } from 'react'
import contract from '../../contract.ts'

export function GiveForm({ onDone }: { onDone: () => void }) {
  const t = useT()
  const { member } = useSession()
  const options = useRead(contract.routes.options)
  const [person, setPerson] = useState<ComboboxOption | null>(null)
  const [category, setCategory] = useState('')
  const [text, setText] = useState('')
  const give = useWrite(contract.routes.give, { invalidates: [contract] })
  const errors = useFieldErrors(give.error)
  const { categories = [], left_today: left = 0 } = options.data ?? {}

  async function load(search_text: string, signal: AbortSignal): Promise<ComboboxOption[]> {
    const { records } = await call(members.routes.list, { query: { search_text, per_page: 8 } }, { signal })
    return records
      .filter(({ id }) => id !== member?.id)
      .map(({ id, name, headline, avatar_url }) => ({ value: String(id), label: name, text: headline ?? undefined, avatar: { id, name, src: avatar_url } }))
  }
  async function submit() {
    await give.mutateAsync({ body: { member_id: Number(person!.value), category: category || categories[0]!, text } })
    toast.success(t('give.done', { name: person!.label }))
    onDone()
  }
  return (
    <Form onSubmit={submit} error={give.error}>
      <Field label={t('give.who')} error={errors.member_id}>
        <Combobox load={load} value={person} onChange={setPerson} placeholder={t('give.who.placeholder')} autoFocus />
      </Field>
      <Field label={t('give.category')} error={errors.category}>
        <Select
          value={category || categories[0] || ''}
          onChange={(event) => setCategory(event.target.value)}
          options={categories.map((value) => ({ value, label: value }))}
        />
      </Field>
      <Field label={t('give.text')} error={errors.text} help={t('give.left', { count: left })}>
        <Textarea value={text} maxLength={500} onChange={(event) => setText(event.target.value)} />
      </Field>
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>{t('give.cancel')}</Button>
        <Button type="submit" variant="primary" icon="heart" loading={give.isPending} disabled={!person || !text.trim() || left === 0}>
          {t('give.action')}
        </Button>
      </div>
    </Form>
  )
}

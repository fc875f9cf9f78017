/** A text that an admin writes for agents to answer from. */
import { Field, FormDialog, Input, SettingRow, Switch, Textarea, toast, useFieldErrors, useLocale, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Knowledge, MAX_SNIPPET } from '../../contract.ts'

const { routes } = contract

interface SnippetDialogProps {
  /** Null: a new one. */
  snippet: Pick<Knowledge, 'id' | 'title' | 'body' | 'is_public'> | null
  /** Of a new one: the question that it will answer. */
  title?: string
  onClose: () => void
}
export function SnippetDialog({ snippet, title: asked = '', onClose }: SnippetDialogProps) {
  const t = useT()
  const number = new Intl.NumberFormat(useLocale())
  const [title, setTitle] = useState(snippet?.title ?? asked.slice(0, 200))
  const [isPublic, setPublic] = useState(snippet?.is_public ?? false)
  const [body, setBody] = useState(snippet?.body ?? '')
  const options = {
    invalidates: [routes.sources, routes.overview, routes.unanswered],
    onSuccess: () => {
      toast.success(t(snippet ? 'snippet.saved' : 'snippet.added'))
      onClose()
    },
  }
  const create = useWrite(routes.createSnippet, options)
  const update = useWrite(routes.updateSnippet, options)
  const write = snippet ? update : create
  const errors = useFieldErrors(write.error)
  const fields = { title: title.trim(), body: body.trim(), is_public: isPublic }
  return (
    <FormDialog
      title={t(snippet ? 'snippet.edit' : 'snippet.new')}
      width={640}
      action={t(snippet ? 'snippet.save' : 'snippet.add')}
      pending={write.isPending}
      error={write.error}
      onClose={onClose}
      onSubmit={() =>
        snippet ? update.mutateAsync({ params: { id: snippet.id }, body: { snippet: fields } }) : create.mutateAsync({ body: { snippet: fields } })
      }
    >
      <Field label={t('snippet.title')} help={t('snippet.title_help')} error={errors['snippet.title']}>
        <Input value={title} maxLength={200} required autoFocus={!asked} onChange={(event) => setTitle(event.target.value)} />
      </Field>
      <Field
        label={t('snippet.body')}
        help={t('snippet.body_help')}
        error={errors['snippet.body']}
        aside={<span className="text-12 tabular-nums text-text-3">{`${number.format(body.length)} / ${number.format(MAX_SNIPPET)}`}</span>}
      >
        <Textarea rows={8} value={body} maxLength={MAX_SNIPPET} required autoFocus={asked !== ''} onChange={(event) => setBody(event.target.value)} />
      </Field>
      <SettingRow
        title={t('snippet.is_public')}
        text={t('snippet.is_public_help')}
        control={(aria) => <Switch {...aria} checked={isPublic} onChange={setPublic} />}
      />
    </FormDialog>
  )
}

/** All notes, the newest first, and a field for one more. */
import {
  Avatar,
  Button,
  Card,
  EmptyState,
  Field,
  Form,
  IconButton,
  Input,
  ListRow,
  LoadMore,
  PageHeader,
  Query,
  Screen,
  SkeletonText,
  Time,
  toast,
  useFieldErrors,
  useReadPages,
  useSession,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type NoteReply } from '../../contract.ts'

export default function Notes() {
  const t = useT()
  const { can } = useSession()
  const query = useReadPages(contract.routes.list)
  return (
    <Screen name="sample/Notes" title={t('title')}>
      <PageHeader title={t('title')} text={t('text')} />
      {can('sample.create') && <NewNote />}
      <Query
        query={query}
        skeleton={<SkeletonText lines={6} />}
        isEmpty={({ pages }) => pages[0]?.records.length === 0}
        empty={<EmptyState icon="sticky-note" title={t('empty.title')} text={t('empty.text')} />}
      >
        {({ pages }) => (
          <Card as="ul">
            {pages
              .flatMap(({ records }) => records)
              .map((note) => (
                <NoteRow key={note.id} note={note} />
              ))}
          </Card>
        )}
      </Query>
      <LoadMore query={query} />
    </Screen>
  )
}

function NewNote() {
  const t = useT()
  const [text, setText] = useState('')
  const create = useWrite(contract.routes.create, { invalidates: [contract], onSuccess: () => setText('') })
  const errors = useFieldErrors(create.error)
  return (
    <Form onSubmit={() => create.mutateAsync({ body: { text } })} error={create.error} className="mb-5">
      <Field label={t('new.label')} error={errors.text}>
        <Input value={text} onChange={(event) => setText(event.target.value)} maxLength={500} />
      </Field>
      <Button type="submit" variant="primary" loading={create.isPending} disabled={!text.trim()} className="justify-self-end">
        {t('new.action')}
      </Button>
    </Form>
  )
}

function NoteRow({ note }: { note: NoteReply }) {
  const t = useT()
  const remove = useWrite(contract.routes.remove, { invalidates: [contract], onError: (error) => toast.error(error.message) })
  return (
    <ListRow as="li">
      <Avatar name={note.author.name} id={note.author.id} src={note.author.avatar_url} size={32} />
      <div className="min-w-0 flex-1">
        <p className="text-13 text-text-2">
          {note.author.name} · <Time value={note.created_at} kind="relative" />
        </p>
        <p className="break-words">{note.text}</p>
      </div>
      {note.policies.can_remove && (
        <IconButton icon="trash-2" label={t('remove.label')} loading={remove.isPending} onClick={() => remove.mutate({ params: { id: note.id } })} />
      )}
    </ListRow>
  )
}

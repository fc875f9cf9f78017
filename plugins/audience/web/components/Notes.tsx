/** Notes about a person, for those who manage people; the person sees none of it. */
import {
  Avatar,
  Button,
  Editor,
  ErrorState,
  LoadMore,
  Menu,
  IconButton,
  RichText,
  SkeletonText,
  Time,
  toast,
  useConfirm,
  useReadPages,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Note } from '../../contract.ts'

const { routes } = contract
type Doc = Note['tiptap_body']['body']

export function Notes({ sqid }: { sqid: string }) {
  const t = useT()
  const confirm = useConfirm()
  const query = useReadPages(routes.notes, { params: { sqid }, query: { per_page: 5 } })
  const notes = query.data?.pages.flatMap((page) => page.records) ?? []
  const [editing, setEditing] = useState<Note | null>(null)
  const [round, setRound] = useState(0)
  const options = {
    invalidates: [routes.notes, routes.contact],
    onSuccess: () => {
      setEditing(null)
      setRound(round + 1)
    },
    onError: (error: Error) => toast.error(error.message),
  }
  const create = useWrite(routes.createNote, options)
  const update = useWrite(routes.updateNote, options)
  const remove = useWrite(routes.destroyNote, options)
  const ask = async (note: Note) => {
    if (await confirm({ title: t('notes.delete_title'), action: t('delete'), tone: 'danger' })) remove.mutate({ params: { id: note.id } })
  }
  return (
    <section className="grid gap-4" aria-label={t('notes.title')}>
      <h2 className="text-15 font-semibold">{t('notes.title')}</h2>
      <NoteForm
        key={`new${round}`}
        value={null}
        action={t('notes.add')}
        busy={create.isPending}
        onSave={(body) => create.mutate({ params: { sqid }, body: { tiptap_body: { body } } })}
      />
      {query.isPending ? (
        <SkeletonText lines={3} />
      ) : query.isError && !query.data ? (
        <ErrorState error={query.error} onRetry={() => query.refetch()} />
      ) : notes.length === 0 ? (
        <p className="text-13 text-text-3">{t('notes.none')}</p>
      ) : (
        <ul className="grid gap-4">
          {notes.map((note) => (
            <li key={note.id} className="flex gap-3">
              <Avatar id={note.author?.id ?? 0} name={note.author?.name ?? '·'} src={note.author?.avatar_url ?? null} size={28} />
              <div className="min-w-0 flex-1">
                <p className="flex items-center gap-2 text-13 text-text-3">
                  <span className="font-medium text-text">{note.author?.name ?? t('somebody')}</span> <Time value={note.created_at} />
                  <span className="grow" />
                  {note.policies.can_edit && (
                    <Menu
                      trigger={<IconButton icon="ellipsis" size="sm" label={t('notes.menu')} />}
                      items={[
                        { label: t('notes.edit'), icon: 'pencil', onSelect: () => setEditing(note) },
                        { label: t('delete'), icon: 'trash-2', tone: 'danger', onSelect: () => void ask(note) },
                      ]}
                    />
                  )}
                </p>
                {editing?.id === note.id ? (
                  <NoteForm
                    value={note.tiptap_body.body}
                    action={t('save')}
                    busy={update.isPending}
                    onCancel={() => setEditing(null)}
                    onSave={(body) => update.mutate({ params: { id: note.id }, body: { tiptap_body: { body } } })}
                  />
                ) : (
                  <RichText doc={note.tiptap_body.body} small />
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
      <LoadMore query={query} />
    </section>
  )
}

interface NoteFormProps {
  value: Doc | null
  action: string
  busy: boolean
  onSave: (doc: Doc) => void
  onCancel?: () => void
}
function NoteForm({ value, action, busy, onSave, onCancel }: NoteFormProps) {
  const t = useT()
  const [doc, setDoc] = useState<Doc | null>(value)
  const [empty, setEmpty] = useState(value === null)
  const [uploading, setUploading] = useState(false)
  return (
    <div className="grid gap-2">
      <Editor
        size="small"
        value={value}
        label={t('notes.label')}
        placeholder={t('notes.placeholder')}
        tray={false}
        maxLength={5000}
        onBusy={setUploading}
        onChange={(next, info) => {
          setDoc(next as Doc)
          setEmpty(info.isEmpty)
        }}
      />
      <div className="flex justify-end gap-2">
        {onCancel && (
          <Button size="sm" onClick={onCancel}>
            {t('cancel')}
          </Button>
        )}
        <Button size="sm" variant="primary" loading={busy} disabled={empty || uploading || !doc} onClick={() => doc && onSave(doc)}>
          {action}
        </Button>
      </div>
    </div>
  )
}

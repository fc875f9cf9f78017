/** The learner’s own notes beside a lesson: each may hold the second it was written at. Nobody else reads them. */
import { Button, EmptyState, Form, IconButton, Query, Skeleton, Textarea, toast, useDraft, useRead, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Lesson, type Note } from '../../contract.ts'
import type { Watching } from './useWatching.ts'
import { clock } from './words.ts'

const { routes } = contract

export function Notes({ lesson, watching }: { lesson: Lesson; watching: Watching }) {
  const t = useT()
  const params = { courseId: lesson.space_id, lessonId: lesson.id }
  const query = useRead(routes.notes, { params })
  const draft = useDraft(`courses.note:${lesson.id}`, '')
  const options = { invalidates: [routes.notes], onError: (error: Error) => toast.error(error.message) }
  const create = useWrite(routes.createNote, { ...options, onSuccess: () => draft.clear() })
  const remove = useWrite(routes.destroyNote, options)
  const update = useWrite(routes.updateNote, { ...options, onSuccess: () => setEditing(null) })
  const [editing, setEditing] = useState<{ id: number; text: string } | null>(null)
  const at = watching.media ? Math.floor(watching.at) : null
  const submit = () => draft.value.trim() && create.mutateAsync({ params, body: { note: { text: draft.value, at } } })
  return (
    <div>
      <Form onSubmit={submit} error={create.error}>
        <Textarea
          value={draft.value}
          onChange={(event) => draft.set(event.target.value)}
          placeholder={t('notes.placeholder')}
          aria-label={t('notes.placeholder')}
          maxLength={2000}
          rows={2}
        />
        <div className="mt-2 flex items-center justify-between gap-2">
          <span className="text-12 text-text-3">{at === null ? t('notes.private') : t('notes.at', { at: clock(at) })}</span>
          <Button type="submit" size="sm" variant="primary" loading={create.isPending} disabled={!draft.value.trim()}>
            {t('notes.add')}
          </Button>
        </div>
      </Form>
      <Query
        query={query}
        skeleton={<Skeleton h={80} className="mt-4" />}
        isEmpty={({ records }) => records.length === 0}
        empty={<EmptyState icon="sticky-note" title={t('notes.empty')} text={t('notes.empty_text')} />}
      >
        {({ records }) => (
          <ul className="mt-4 grid gap-2">
            {records.map((note: Note) => (
              <li key={note.id} className="flex items-start gap-2 rounded-card border border-border p-3">
                {note.at !== null && (
                  <button
                    type="button"
                    className="flex-none rounded-control bg-surface-2 px-1.5 text-12 leading-6 tabular-nums hover:bg-hover"
                    aria-label={t('notes.go', { at: clock(note.at) })}
                    onClick={() => watching.seek(note.at!)}
                  >
                    {clock(note.at)}
                  </button>
                )}
                {editing?.id === note.id ? (
                  <div className="min-w-0 flex-1">
                    <Textarea
                      value={editing.text}
                      aria-label={t('notes.edit')}
                      maxLength={2000}
                      onChange={(event) => setEditing({ ...editing, text: event.target.value })}
                    />
                    <div className="mt-2 flex gap-2">
                      <Button
                        size="sm"
                        variant="primary"
                        loading={update.isPending}
                        disabled={!editing.text.trim()}
                        onClick={() => update.mutate({ params: { ...params, id: note.id }, body: { note: { text: editing.text } } })}
                      >
                        {t('save')}
                      </Button>
                      <Button size="sm" onClick={() => setEditing(null)}>
                        {t('cancel')}
                      </Button>
                    </div>
                  </div>
                ) : (
                  <p className="min-w-0 flex-1 text-15 whitespace-pre-line">{note.text}</p>
                )}
                <IconButton icon="pencil" size="sm" label={t('notes.edit')} onClick={() => setEditing({ id: note.id, text: note.text })} />
                <IconButton icon="trash-2" size="sm" label={t('notes.delete')} onClick={() => remove.mutate({ params: { ...params, id: note.id } })} />
              </li>
            ))}
          </ul>
        )}
      </Query>
    </div>
  )
}

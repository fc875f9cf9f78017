/** Beside a case: its author with what came before, who reported it and how often they were right, a note for the team. */
import { Avatar, Button, Field, Link, Progress, Textarea, Time, toast, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Case } from '../../contract.ts'

const { routes } = contract

export function People({ about }: { about: Case }) {
  const t = useT()
  return (
    <aside aria-label={t('case.people')} className="min-w-0 divide-y divide-border text-13">
      <AuthorPart about={about} />
      {about.reporters.length > 0 && (
        <section className="p-4">
          <h3 className="mb-2 font-medium">{t('reporters', { count: about.reports_count })}</h3>
          <ul className="divide-y divide-border">
            {about.reporters.map((one) => (
              <li key={one.id} className="py-2">
                <p className="flex items-center gap-2">
                  <Avatar id={one.id} name={one.name} src={one.avatar_url} size={24} />
                  <Link to={`/u/${one.public_uid}`} className="min-w-0 flex-1 truncate font-medium hover:underline">
                    {one.name}
                  </Link>
                  <Time value={one.reported_at} kind="datetime" className="text-12 text-text-3" />
                </p>
                <p className="ms-8 mt-0.5 text-text-2 wrap-anywhere">
                  {t(`reason.${one.reason}`)}
                  {one.body && `: ${one.body}`}
                </p>
                {one.decided > 0 && (
                  <div className="ms-8 mt-1">
                    <Progress
                      thin
                      value={Math.round((one.right / one.decided) * 100)}
                      label={t('reporter.right', { right: one.right, decided: one.decided })}
                    />
                  </div>
                )}
                <p className="ms-8 mt-0.5 text-12 text-text-3">
                  {one.decided > 0 ? t('reporter.right', { right: one.right, decided: one.decided }) : t('reporter.new')}
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
      <NotePart key={about.id} about={about} />
    </aside>
  )
}

function AuthorPart({ about: { author, author_facts: facts } }: { about: Case }) {
  const t = useT()
  const lift = useWrite(routes.lift, {
    invalidates: [routes.show],
    onSuccess: () => toast.success(t('author.lifted')),
    onError: (error) => toast.error(error.message),
  })
  if (!author || !facts) return null
  const numbers = [
    ['posts', facts.posts],
    ['cases', facts.cases],
    ['warnings', facts.warnings],
  ] as const
  return (
    <section className="grid gap-3 p-4">
      <div className="flex items-center gap-3">
        <Avatar id={author.id} name={author.name} src={author.avatar_url} size={40} />
        <div className="min-w-0">
          <Link to={`/u/${author.public_uid}`} className="text-15 font-semibold hover:underline">
            {author.name}
          </Link>
          <p className="text-12 text-text-3">
            {t('author.joined')} <Time value={facts.joined_at} kind="date" />
          </p>
        </div>
      </div>
      <dl className="grid grid-cols-3 divide-x divide-border rounded-control border bg-surface">
        {numbers.map(([key, value]) => (
          <div key={key} className="flex flex-col-reverse px-3 py-2">
            <dt className="text-12 text-text-3">{t(`author.${key}`)}</dt>
            <dd className="text-20 font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {facts.silenced_until && (
        <p className="flex flex-wrap items-center justify-between gap-2">
          <span>
            {t('author.silenced')} <Time within value={facts.silenced_until} kind="datetime" />
          </span>
          <Button size="sm" loading={lift.isPending} onClick={() => lift.mutate({ params: { id: author.id } })}>
            {t('author.lift')}
          </Button>
        </p>
      )}
      {facts.history.length > 0 && (
        <ol className="grid gap-2">
          {facts.history.map((one) => (
            <li key={`${one.what} ${one.at}`} className="border-s-2 border-border ps-3">
              <span className="block font-medium wrap-anywhere">
                {t(`history.${one.what}`)}
                {one.reason && `: ${one.reason}`}
              </span>
              <span className="text-12 text-text-3">
                <Time value={one.at} kind="datetime" /> {one.by && t('history.by', { name: one.by })}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

function NotePart({ about: { id, note } }: { about: Case }) {
  const t = useT()
  const [text, setText] = useState(note)
  const save = useWrite(routes.note, {
    invalidates: [routes.show],
    onSuccess: () => toast.success(t('case.note_saved')),
    onError: (error) => toast.error(error.message),
  })
  return (
    <section className="grid gap-2 p-4">
      <Field label={t('case.note')} help={t('case.note_help')}>
        <Textarea value={text} rows={2} maxLength={2000} onChange={(event) => setText(event.target.value)} />
      </Field>
      {text !== note && (
        <div>
          <Button size="sm" loading={save.isPending} onClick={() => save.mutate({ params: { id }, body: { note: text } })}>
            {t('case.note_save')}
          </Button>
        </div>
      )}
    </section>
  )
}

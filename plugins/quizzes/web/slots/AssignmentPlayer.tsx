/** An assignment in its lesson: what is asked for, the work with its files, and the word of whoever has read it. */
import {
  Badge,
  Button,
  Card,
  EmptyState,
  Failure,
  FilePicker,
  Form,
  IconButton,
  Loading,
  Note,
  SkeletonText,
  Textarea,
  toast,
  uploadFile,
  useRead,
  useSession,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import type { LessonPlayer } from '../../../courses/contract.ts'
import { useState } from 'react'
import contract, { type Attempt, MAX_BODY, MAX_FILES, type Quiz } from '../../contract.ts'
import { Tries } from '../components/Tries.tsx'
import { Work } from '../components/Work.tsx'

const { routes } = contract

export default function AssignmentPlayer({ extra, onCompleted }: LessonPlayer) {
  const t = useT()
  const { member } = useSession()
  const given = extra as Quiz | undefined
  if (!given) return <EmptyState icon="pen-line" title={t('player.none.title')} text={t('player.none.text')} />
  if (!member) return <Note tone="info">{t('player.sign_in')}</Note>
  return <Opened key={given.id} id={given.id} onCompleted={onCompleted} />
}

function Opened({ id, onCompleted }: { id: number; onCompleted: () => void }) {
  const t = useT()
  const query = useRead(routes.show, { params: { quizId: id } }, { staleTime: 0 })
  const [shown, setShown] = useState<Attempt | null>(null)
  const begin = useWrite(routes.begin, { onSuccess: setShown })
  if (query.error && !query.data) return <Failure error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data)
    return (
      <Loading>
        <SkeletonText lines={6} />
      </Loading>
    )
  const quiz = query.data
  const last = quiz.attempts[0]
  return (
    <section className="grid gap-4" data-quiz={quiz.id}>
      {quiz.description && (
        <Card pad>
          <p className="whitespace-pre-line">{quiz.description}</p>
        </Card>
      )}
      {quiz.passed && (
        <p>
          <Badge tone="success" icon="check">
            {t('result.passed')}
          </Badge>
        </p>
      )}
      {last && !last.is_open && last.result === 'pending' && <Note tone="info">{t('result.waits')}</Note>}
      {shown?.policies.can_answer ? (
        <HandIn
          key={shown.id}
          attempt={shown}
          quiz={quiz}
          onDone={(attempt) => {
            setShown(attempt)
            void query.refetch()
            if (!attempt.enforce_passing_grade) onCompleted()
          }}
        />
      ) : shown ? (
        <Work attempt={shown} />
      ) : (
        quiz.policies.can_begin && (
          <div>
            <Button variant="primary" loading={begin.isPending} onClick={() => begin.mutate({ params: { quizId: id }, body: {} })}>
              {t(last?.is_open ? 'work.go_on' : last ? 'work.again' : 'work.begin')}
            </Button>
            {begin.error && <Note tone="danger">{begin.error.message}</Note>}
          </div>
        )
      )}
      <Tries quiz={quiz} onShow={setShown} />
    </section>
  )
}

function HandIn({ attempt, quiz, onDone }: { attempt: Attempt; quiz: Quiz; onDone: (attempt: Attempt) => void }) {
  const t = useT()
  const [body, setBody] = useState(attempt.body)
  const [files, setFiles] = useState(attempt.files.map(({ signed_id, filename }) => ({ signed_id, filename })))
  const [progress, setProgress] = useState<number | undefined>(undefined)
  const save = useWrite(routes.save)
  const params = { quizId: quiz.id, id: attempt.id }
  const given = { ...(quiz.takes_text ? { body } : {}), ...(quiz.takes_files ? { signed_ids: files.map(({ signed_id }) => signed_id) } : {}) }
  const add = async (file: File) => {
    try {
      const { signed_id, filename } = await uploadFile(file, { onProgress: setProgress })
      setFiles((before) => [...before, { signed_id, filename }])
    } catch (error) {
      toast.error((error as Error).message)
    } finally {
      setProgress(undefined)
    }
  }
  return (
    <Card pad>
      <Form error={save.error} onSubmit={async () => onDone(await save.mutateAsync({ params, body: { ...given, hand_in: true } }))}>
        {quiz.takes_text && (
          <Textarea aria-label={t('work.text')} rows={10} maxLength={MAX_BODY} value={body} onChange={(event) => setBody(event.target.value)} />
        )}
        {quiz.takes_files && (
          <>
            <ul className="grid gap-1">
              {files.map((file) => (
                <li key={file.signed_id} className="flex items-center gap-2">
                  <span className="min-w-0 flex-1 truncate">{file.filename}</span>
                  <IconButton icon="x" label={t('work.remove', { name: file.filename })} onClick={() => setFiles(files.filter((one) => one !== file))} />
                </li>
              ))}
            </ul>
            {files.length < MAX_FILES && (
              <FilePicker
                label={t('work.file')}
                onFile={(file) => void add(file)}
                {...(progress === undefined ? {} : { progress })}
                disabled={progress !== undefined}
              />
            )}
          </>
        )}
        <div className="flex gap-2">
          <Button variant="primary" type="submit" loading={save.isPending} disabled={progress !== undefined}>
            {t('take.hand_in')}
          </Button>
          <Button
            disabled={save.isPending || progress !== undefined}
            onClick={() => save.mutate({ params, body: given }, { onSuccess: () => toast.success(t('work.kept')) })}
          >
            {t('work.keep')}
          </Button>
        </div>
      </Form>
    </Card>
  )
}

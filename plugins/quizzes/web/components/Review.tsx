/** One try as a teacher reads it: answers, points for what nobody else can judge, a grade, a word. */
import { Button, Drawer, Failure, Field, Form, Input, Loading, Note, SkeletonText, Textarea, toast, useConfirm, useRead, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Attempt } from '../../contract.ts'
import { Answers, Given } from './Result.tsx'
import { Work } from './Work.tsx'

const { routes } = contract
interface ReviewProps {
  quizId: number
  id: number
  onClose: () => void
  onChange: () => void
}
export function Review({ quizId, id, onClose, onChange }: ReviewProps) {
  const t = useT()
  const query = useRead(routes.attempt, { params: { quizId, id }, query: { for_admin_review: 'true' } }, { staleTime: 0 })
  return (
    <Drawer open onOpenChange={(open) => !open && onClose()} title={query.data ? query.data.community_member.name : t('review.title')} width={640}>
      {query.error && !query.data ? (
        <Failure error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data ? (
        <Sheet
          key={query.data.id}
          attempt={query.data}
          onDone={() => {
            onChange()
            onClose()
          }}
        />
      ) : (
        <Loading>
          <SkeletonText lines={8} />
        </Loading>
      )}
    </Drawer>
  )
}

function Sheet({ attempt, onDone }: { attempt: Attempt; onDone: () => void }) {
  const t = useT()
  const confirm = useConfirm()
  const essays = attempt.questions.filter(({ question_type }) => question_type === 'essay')
  const [points, setPoints] = useState(() => new Map(essays.map(({ id, awarded }) => [id, awarded === null ? '' : String(awarded)])))
  const [words, setWords] = useState(() => new Map(essays.map(({ id, comment }) => [id, comment])))
  const [grade, setGrade] = useState(attempt.grade === null ? '' : String(attempt.grade))
  const [comment, setComment] = useState(attempt.comment)
  const params = { quizId: attempt.quiz_id, id: attempt.id }
  const save = useWrite(routes.save, {
    onSuccess() {
      toast.success(t('review.saved'))
      onDone()
    },
  })
  const remove = useWrite(routes.destroyAttempt, { onSuccess: onDone, onError: (error) => toast.error(error.message) })
  const isWork = attempt.kind === 'assignment'
  const submit = () => {
    const reviews = essays
      .filter(({ id }) => points.get(id) !== '')
      .map(({ id }) => ({ question_id: id, points: Number(points.get(id)), comment: words.get(id) ?? '' }))
    return save.mutateAsync({
      params,
      body: { comment, ...(reviews.length ? { reviews } : {}), ...(isWork && grade !== '' ? { grade: Number(grade) } : {}) },
    })
  }
  const take = async () => {
    if (await confirm({ title: t('review.delete.title'), text: t('review.delete.text'), action: t('review.delete.action'), tone: 'danger' }))
      remove.mutate({ params })
  }
  return (
    <div className="grid gap-4">
      {isWork ? <Work attempt={{ ...attempt, comment: '' }} /> : <Answers questions={attempt.questions} hidden={false} />}
      <Form onSubmit={submit} error={save.error}>
        {essays.map((essay) => (
          <fieldset key={essay.id} className="grid gap-2 rounded-card border border-border p-4">
            <legend className="px-1 font-medium">{essay.statement}</legend>
            <Given question={essay} />
            <Field label={t('review.points', { most: essay.points })}>
              <Input
                type="number"
                min={0}
                max={essay.points}
                step={0.5}
                value={points.get(essay.id)}
                onChange={(event) => setPoints(new Map(points).set(essay.id, event.target.value))}
              />
            </Field>
            <Field label={t('review.word')}>
              <Textarea
                rows={2}
                maxLength={2_000}
                value={words.get(essay.id)}
                onChange={(event) => setWords(new Map(words).set(essay.id, event.target.value))}
              />
            </Field>
          </fieldset>
        ))}
        {isWork && (
          <Field label={t('review.grade')} help={t('fact.pass', { percent: attempt.passing_grade })}>
            <Input type="number" min={0} max={100} value={grade} onChange={(event) => setGrade(event.target.value)} />
          </Field>
        )}
        <Field label={t('review.comment')}>
          <Textarea rows={3} maxLength={5_000} value={comment} onChange={(event) => setComment(event.target.value)} />
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" type="submit" loading={save.isPending}>
            {t('review.save')}
          </Button>
          {(['passed', 'failed'] as const)
            .filter((result) => result !== attempt.result)
            .map((result) => (
              <Button key={result} disabled={save.isPending} onClick={() => save.mutate({ params, body: { result, comment } })}>
                {t(`review.${result}`)}
              </Button>
            ))}
          <Button variant="ghost" icon="trash-2" onClick={() => void take()}>
            {t('review.delete.action')}
          </Button>
        </div>
      </Form>
      {attempt.reviewer && <Note>{t('review.by', { name: attempt.reviewer })}</Note>}
    </div>
  )
}

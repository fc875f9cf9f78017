/** The bank of questions of a quiz, in order. */
import { Badge, Button, Card, EmptyState, IconButton, Query, Skeleton, Sortable, toast, useConfirm, useRead, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type OwnQuiz, type Question } from '../../contract.ts'
import { QuestionForm } from './QuestionForm.tsx'

const { routes } = contract
export function Questions({ quiz, onChange }: { quiz: OwnQuiz; onChange: () => void }) {
  const t = useT()
  const confirm = useConfirm()
  const params = { quizId: quiz.id }
  const query = useRead(routes.questions, { params }, { staleTime: 0 })
  const [editing, setEditing] = useState<Question | 'new' | null>(null)
  const [moved, setMoved] = useState<Question[] | null>(null)
  const failed = { onError: (error: Error) => toast.error(error.message) }
  const again = async () => {
    await query.refetch()
    setMoved(null)
    onChange()
  }
  const remove = useWrite(routes.destroyQuestion, { ...failed, onSuccess: again })
  const reorder = useWrite(routes.reorder, { ...failed, onSuccess: again })
  const ask = async (question: Question) => {
    if (await confirm({ title: t('question.delete.title'), text: t('question.delete.text'), action: t('question.delete.action'), tone: 'danger' }))
      remove.mutate({ params: { ...params, id: question.id } })
  }
  const add = (
    <Button variant="primary" icon="plus" onClick={() => setEditing('new')}>
      {t('question.add')}
    </Button>
  )
  return (
    <>
      <Query
        query={query}
        skeleton={<Skeleton h={200} />}
        isEmpty={({ records }) => records.length === 0}
        empty={<EmptyState icon="list-checks" title={t('question.none.title')} text={t('question.none.text')} action={add} />}
      >
        {({ records }) => (
          <div className="grid grid-cols-1 gap-3">
            {quiz.pick_count !== null && (
              <p className="text-13 text-text-3">{t('question.picked', { pick: Math.min(quiz.pick_count, records.length), count: records.length })}</p>
            )}
            <Sortable
              items={moved ?? records}
              nameOf={({ statement }) => statement}
              label={t('desk.questions')}
              className="grid grid-cols-1 gap-2"
              onMove={(next) => {
                setMoved(next)
                reorder.mutate({ params, body: { question_ids: next.map(({ id }) => id) } })
              }}
            >
              {(question, { grip }) => (
                <Card className="flex items-center gap-2 py-2 pe-2 ps-1">
                  {grip}
                  <div className="min-w-0 flex-1">
                    <p className="line-clamp-2 text-15">{question.statement}</p>
                    <p className="mt-0.5 flex flex-wrap gap-2 text-13 text-text-3">
                      <Badge>{t(`type.${question.question_type}`)}</Badge>
                      <span>{t('question.points', { count: question.points })}</span>
                    </p>
                  </div>
                  <IconButton icon="pencil" label={t('question.edit', { name: question.statement })} onClick={() => setEditing(question)} />
                  <IconButton icon="trash-2" label={t('question.remove', { name: question.statement })} onClick={() => void ask(question)} />
                </Card>
              )}
            </Sortable>
            <div>{add}</div>
          </div>
        )}
      </Query>
      {editing && (
        <QuestionForm
          quizId={quiz.id}
          question={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
          onDone={() => {
            setEditing(null)
            void again()
          }}
        />
      )}
    </>
  )
}

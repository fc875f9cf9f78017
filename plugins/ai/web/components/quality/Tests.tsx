/** Questions that are asked again after each change, with how well they are answered now and before. */
import {
  Badge,
  Button,
  Card,
  CardHead,
  Checkbox,
  DataTable,
  EmptyState,
  Field,
  FormDialog,
  IconButton,
  Input,
  Menu,
  Query,
  Skeleton,
  Textarea,
  Time,
  toast,
  useAskedWrite,
  useFieldErrors,
  useRead,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { MAX_QUESTION, type TestQuestion } from '../../../contract.ts'
import { Answer } from '../Answer.tsx'

const { routes } = contract
/** Milliseconds between looks at a run. */
const LOOK_MS = 3_000
/** Scores from which an answer counts as good, and as fair. */
const [GOOD, FAIR] = [85, 70]
const toneOf = (score: number) => (score >= GOOD ? 'success' : score >= FAIR ? 'warning' : 'danger')

export function Tests({ agentId }: { agentId: number }) {
  const t = useT()
  const query = useRead(
    routes.testQuestions,
    { params: { id: agentId } },
    { refetchInterval: (read) => (read?.runs[0]?.status === 'running' ? LOOK_MS : false) },
  )
  const [edited, setEdited] = useState<TestQuestion | 'new' | null>(null)
  const run = useWrite(routes.runTests, { invalidates: [routes.testQuestions], onError: (error) => toast.error(error.message) })
  const remove = useAskedWrite(routes.destroyTestQuestion, [routes.testQuestions])
  const [latest] = query.data?.runs ?? []
  const isRunning = latest?.status === 'running'
  const ask = ({ id, question }: TestQuestion) =>
    void remove({ params: { id } }, { title: t('test.delete_title', { question }), text: t('test.delete_text'), action: t('test.delete') }, t('test.deleted'))
  return (
    <Card as="section" aria-label={t('test.title')}>
      <CardHead
        title={t('test.title')}
        text={
          isRunning ? (
            <span role="status">{t('test.running')}</span>
          ) : latest ? (
            <>
              {latest.score === null ? t('test.failed') : t('test.score', { score: Math.round(latest.score), version: latest.version })}{' '}
              <Time value={latest.created_at} />
            </>
          ) : (
            t('test.text')
          )
        }
        action={
          <span className="flex flex-wrap gap-2">
            <Button icon="plus" onClick={() => setEdited('new')}>
              {t('test.new')}
            </Button>
            <Button
              variant="primary"
              icon="play"
              loading={run.isPending || isRunning}
              disabled={!query.data?.records.length}
              onClick={() => run.mutate({ params: { id: agentId } })}
            >
              {t('test.run')}
            </Button>
          </span>
        }
      />
      <Query
        query={query}
        skeleton={<Skeleton w="100%" h={200} />}
        isEmpty={({ records }) => records.length === 0}
        empty={<EmptyState icon="list-checks" title={t('test.none')} text={t('test.none_text')} />}
      >
        {({ records }) => (
          <DataTable
            label={t('test.title')}
            rows={records}
            columns={[
              {
                key: 'question',
                title: t('test.question'),
                render: (one) => (
                  <button type="button" className="text-start font-medium wrap-anywhere hover:underline" onClick={() => setEdited(one)}>
                    {one.question}
                  </button>
                ),
              },
              {
                key: 'score',
                state: true,
                title: t('test.now'),
                render: ({ score }) => (score === null ? <span className="text-text-3">–</span> : <Badge tone={toneOf(score)}>{Math.round(score)}</Badge>),
              },
              {
                key: 'score_before',
                title: t('test.before'),
                align: 'right',
                render: ({ score_before }) => (score_before === null ? '–' : Math.round(score_before)),
              },
              {
                key: 'menu',
                title: <span className="sr-only">{t('test.menu_column')}</span>,
                pinned: true,
                align: 'right',
                render: (one) => (
                  <Menu
                    align="end"
                    trigger={<IconButton icon="ellipsis" label={t('test.menu', { question: one.question })} className="max-desk:size-11" />}
                    items={[
                      { label: t('test.edit'), icon: 'pencil', onSelect: () => setEdited(one) },
                      { label: t('test.delete'), icon: 'trash-2', tone: 'danger', onSelect: () => ask(one) },
                    ]}
                  />
                ),
              },
            ]}
          />
        )}
      </Query>
      {edited && <TestDialog agentId={agentId} test={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </Card>
  )
}

function TestDialog({ agentId, test, onClose }: { agentId: number; test: TestQuestion | null; onClose: () => void }) {
  const t = useT()
  const [question, setQuestion] = useState(test?.question ?? '')
  const [path, setPath] = useState(test?.expected_path ?? '')
  const [words, setWords] = useState(test?.expected_words.join('\n') ?? '')
  const [isUnanswerable, setUnanswerable] = useState(test?.is_unanswerable ?? false)
  const options = { invalidates: [routes.testQuestions], onSuccess: onClose }
  const create = useWrite(routes.createTestQuestion, options)
  const update = useWrite(routes.updateTestQuestion, options)
  const write = test ? update : create
  const errors = useFieldErrors(write.error)
  const test_question = {
    question: question.trim(),
    expected_path: (!isUnanswerable && path.trim()) || null,
    expected_words: isUnanswerable ? [] : words.split('\n').flatMap((word) => word.trim() || []),
    is_unanswerable: isUnanswerable,
  }
  return (
    <FormDialog
      title={t(test ? 'test.edit' : 'test.new')}
      action={t(test ? 'test.save' : 'test.add')}
      pending={write.isPending}
      error={write.error}
      onClose={onClose}
      onSubmit={() =>
        test
          ? update.mutateAsync({ params: { id: test.id }, body: { test_question } })
          : create.mutateAsync({ params: { id: agentId }, body: { test_question } })
      }
    >
      {test?.answer && (
        <div className="rounded-card bg-surface-2 p-3">
          <Answer text={test.answer} />
        </div>
      )}
      <Field label={t('test.question')} error={errors['test_question.question']}>
        <Input value={question} maxLength={MAX_QUESTION} required autoFocus onChange={(event) => setQuestion(event.target.value)} />
      </Field>
      <Checkbox label={t('test.unanswerable')} checked={isUnanswerable} onChange={setUnanswerable} />
      {!isUnanswerable && (
        <>
          <Field label={t('test.path')} help={t('test.path_help')} error={errors['test_question.expected_path']}>
            <Input value={path} maxLength={500} spellCheck={false} placeholder="/c/kiln-talk/cone-6" onChange={(event) => setPath(event.target.value)} />
          </Field>
          <Field label={t('test.words')} help={t('hand_over.words_help')} error={errors['test_question.expected_words']}>
            <Textarea rows={3} value={words} onChange={(event) => setWords(event.target.value)} />
          </Field>
        </>
      )}
    </FormDialog>
  )
}

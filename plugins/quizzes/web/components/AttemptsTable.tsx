/** Tries of all learners, for who sees them: search, filter, review, CSV. */
import {
  Avatar,
  Badge,
  Button,
  Card,
  DataTable,
  EmptyState,
  Failure,
  LoadMore,
  Loading,
  SearchField,
  Select,
  Skeleton,
  Time,
  toast,
  useReadPages,
  useSettled,
  useT,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type AttemptRow, type OwnQuiz, RESULTS, type Result } from '../../contract.ts'
import { Review } from './Review.tsx'

const { routes } = contract
const TONE = { passed: 'success', failed: 'warning', pending: 'info' } as const

export function AttemptsTable({ quiz, onReviewed }: { quiz: OwnQuiz; onReviewed: () => void }) {
  const t = useT()
  const [text, setText] = useState('')
  const [result, setResult] = useState<Result | ''>('')
  const settled = useSettled(text)
  const [shown, setShown] = useState<AttemptRow | null>(null)
  const query = useReadPages(
    routes.attempts,
    { params: { quizId: quiz.id }, query: { ...(settled ? { query: settled } : {}), ...(result ? { result } : {}) } },
    { staleTime: 0, keepPrevious: true },
  )
  const rows = query.data?.pages.flatMap(({ records }) => records) ?? []
  const download = async () => {
    const response = await fetch(`/internal_api/quizzes/${quiz.id}/exports`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
    if (!response.ok) return void toast.error(t('attempts.failed'))
    const link = document.createElement('a')
    link.href = URL.createObjectURL(await response.blob())
    link.download = 'attempts.csv'
    link.click()
    URL.revokeObjectURL(link.href)
  }
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <SearchField value={text} onChange={setText} label={t('attempts.search')} className="min-w-48 flex-1" />
        <Select
          aria-label={t('attempts.filter')}
          value={result}
          options={[{ value: '', label: t('attempts.all') }, ...RESULTS.map((value) => ({ value, label: t(`result.${value}`) }))]}
          onChange={(event) => setResult(event.target.value as Result | '')}
        />
        <Button icon="download" onClick={() => void download()}>
          CSV
        </Button>
      </div>
      {query.error && !query.data ? (
        <Failure error={query.error} onRetry={() => void query.refetch()} />
      ) : query.isPending ? (
        <Loading>
          <Skeleton h={240} />
        </Loading>
      ) : (
        <Card className="overflow-hidden">
          <DataTable
            label={t('desk.attempts')}
            rows={rows}
            empty={<EmptyState icon="inbox" title={t('attempts.none.title')} text={t('attempts.none.text')} />}
            columns={[
              {
                key: 'member',
                title: t('attempts.member'),
                render: ({ community_member: who, number }) => (
                  <span className="flex items-center gap-2">
                    <Avatar id={who.id} name={who.name} src={who.avatar_url} size={28} />
                    <span className="min-w-0">
                      {who.name} <span className="text-13 text-text-3">{t('tries.one', { number })}</span>
                    </span>
                  </span>
                ),
              },
              { key: 'at', title: t('attempts.at'), render: (row) => <Time value={row.handed_in_at!} kind="datetime" /> },
              { key: 'grade', title: t('attempts.grade'), align: 'right', render: (row) => (row.grade === null ? '–' : t('percent', { percent: row.grade })) },
              { key: 'result', title: t('attempts.result'), state: true, render: (row) => <Badge tone={TONE[row.result]}>{t(`result.${row.result}`)}</Badge> },
              {
                key: 'open',
                title: <span className="sr-only">{t('tries.show')}</span>,
                align: 'right',
                render: (row) => (
                  <Button size="sm" variant={row.result === 'pending' ? 'primary' : 'ghost'} onClick={() => setShown(row)}>
                    {t(row.result === 'pending' ? 'review.read' : 'tries.show')}
                  </Button>
                ),
              },
            ]}
          />
        </Card>
      )}
      <LoadMore query={query} />
      {shown && (
        <Review
          quizId={quiz.id}
          id={shown.id}
          onClose={() => setShown(null)}
          onChange={() => {
            void query.refetch()
            onReviewed()
          }}
        />
      )}
    </div>
  )
}

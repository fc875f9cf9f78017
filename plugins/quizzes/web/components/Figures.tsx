/** How a quiz and its questions do: which are too easy, too hard, or tell nothing of who knows the rest. */
import { Badge, Card, DataTable, EmptyState, Query, Skeleton, useRead, useT } from '@atrium/sdk/web'
import contract from '../../contract.ts'
import { durationOf, optionText } from './words.ts'

/** Below it a question parts those who know from those who do not hardly at all (Ebel & Frisbie 1991, table 13.3). */
const WEAK = 0.2
const EASY = 0.9
const HARD = 0.3
export function Figures({ quizId }: { quizId: number }) {
  const t = useT()
  const query = useRead(contract.routes.statistics, { params: { quizId } }, { staleTime: 0 })
  const percent = (share: number | null) => (share === null ? '–' : t('percent', { percent: Math.round(share * 100) }))
  return (
    <Query
      query={query}
      skeleton={<Skeleton h={240} />}
      isEmpty={({ attempts }) => attempts === 0}
      empty={<EmptyState icon="chart-column" title={t('figures.none.title')} text={t('figures.none.text')} />}
    >
      {(figures) => (
        <div className="grid gap-3">
          <dl className="grid grid-cols-2 gap-3 desk:grid-cols-4">
            {[
              [t('figures.tries'), String(figures.attempts)],
              [t('figures.average'), figures.average_grade === null ? '–' : t('percent', { percent: Math.round(figures.average_grade) })],
              [t('figures.passed'), percent(figures.attempts ? figures.passed / figures.attempts : null)],
              [t('figures.time'), figures.median_seconds === null ? '–' : durationOf(t, figures.median_seconds)],
            ].map(([name, value]) => (
              <Card key={name} pad>
                <dt className="text-13 text-text-3">{name}</dt>
                <dd className="text-20 font-semibold tabular-nums">{value}</dd>
              </Card>
            ))}
          </dl>
          <Card className="overflow-hidden">
            <DataTable
              label={t('desk.figures')}
              rows={figures.questions}
              rowKey={({ question_id }) => question_id}
              columns={[
                {
                  key: 'question',
                  title: t('figures.question'),
                  render: ({ statement, question_type, options }) => (
                    <span className="grid gap-0.5">
                      <span className="break-words">{statement}</span>
                      {options.length > 0 && (
                        <span className="text-13 text-text-3">
                          {options.map(({ value, chosen }) => `${optionText(t, question_type, value)}: ${chosen}`).join(' · ')}
                        </span>
                      )}
                    </span>
                  ),
                },
                { key: 'asked', title: t('figures.asked'), align: 'right', render: ({ asked }) => String(asked) },
                { key: 'difficulty', title: t('figures.difficulty'), align: 'right', render: ({ difficulty }) => percent(difficulty) },
                {
                  key: 'discrimination',
                  title: t('figures.discrimination'),
                  align: 'right',
                  render: ({ discrimination }) => (discrimination === null ? '–' : discrimination.toFixed(2)),
                },
                {
                  key: 'hint',
                  title: t('figures.hint'),
                  state: true,
                  render: ({ difficulty, discrimination }) =>
                    difficulty === null ? null : difficulty > EASY ? (
                      <Badge>{t('figures.easy')}</Badge>
                    ) : difficulty < HARD ? (
                      <Badge tone="warning">{t('figures.hard')}</Badge>
                    ) : discrimination !== null && discrimination < WEAK ? (
                      <Badge tone="warning">{t('figures.weak')}</Badge>
                    ) : null,
                },
              ]}
            />
          </Card>
          <p className="text-13 text-text-3">{t('figures.note')}</p>
        </div>
      )}
    </Query>
  )
}

/** Rows of an import by what becomes of them, and the wrong ones as a file. */
import { shownEmail } from '@atrium/sdk'
import { Badge, Card, EmptyState, PagedTable, Link, LinkButton, Segment, useReadPages, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type ImportRow, type ImportTask, OUTCOMES, type Outcome } from '../../contract.ts'

const { routes } = contract
const TONES = { new: 'success', changed: 'info', same: 'neutral', wrong: 'danger' } as const
const SHOWN = 2

/** How many rows are what, as a bar and its numbers. */
export function Counts({ counts }: { counts: ImportTask['counts'] }) {
  const t = useT()
  return (
    <Card as="section" aria-label={t('rows.counts')} className="overflow-hidden">
      <div className="flex h-2 gap-0.5" aria-hidden="true">
        {OUTCOMES.filter((outcome) => counts[outcome] > 0).map((outcome) => (
          <i
            key={outcome}
            className={{ new: 'bg-success-solid', changed: 'bg-brand', same: 'bg-border-strong', wrong: 'bg-danger-solid' }[outcome]}
            style={{ flex: `${counts[outcome]} 1 6px` }}
          />
        ))}
      </div>
      <dl className="grid grid-cols-2 desk:grid-cols-4">
        {OUTCOMES.map((outcome) => (
          <div key={outcome} className="grid gap-0.5 px-5 py-3">
            <dt className="text-13 text-text-2">{t(`outcome.${outcome}`)}</dt>
            <dd className="text-24 font-semibold tabular-nums">{counts[outcome].toLocaleString()}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

export function Rows({ task, first }: { task: ImportTask; first: Outcome }) {
  const t = useT()
  const [outcome, setOutcome] = useState<Outcome>(first)
  const query = useReadPages(routes.importRows, { params: { id: task.id }, query: { outcome } }, { staleTime: 0, keepPrevious: true })
  const targets = task.columns.flatMap(({ target }) => (target && target !== 'email' && target !== 'name' ? target : [])).slice(0, SHOWN)
  const label = (target: string) => task.columns.find((column) => column.target === target)?.name || target
  return (
    <section aria-label={t('rows.title')} className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Segment
          label={t('rows.which')}
          value={outcome}
          onChange={setOutcome}
          items={OUTCOMES.map((value) => ({ value, label: t(`outcome.${value}`), count: task.counts[value] }))}
        />
        {outcome === 'wrong' && task.counts.wrong > 0 && (
          <LinkButton size="sm" icon="download" to={`/settings/members/bulk_import_tasks/${task.id}/wrong_rows.csv`} download>
            {t('rows.download')}
          </LinkButton>
        )}
      </div>
      <PagedTable
        query={query}
        height={200}
        label={t('rows.title')}
        rowKey={(row: ImportRow) => row.line}
        empty={<EmptyState icon="table" title={t(`rows.none.${outcome}`)} />}
        columns={[
          { key: 'line', title: t('csv.line'), align: 'right', render: (row: ImportRow) => row.line.toLocaleString() },
          {
            key: 'email',
            title: t('fact.email'),
            render: (row: ImportRow) =>
              row.problem === 'bad_email' || row.problem === 'duplicate' ? (
                <span className="block max-w-64 truncate text-danger underline decoration-wavy underline-offset-4">{row.email || '–'}</span>
              ) : row.member_id ? (
                <Link to={`/u/${row.member_id}`} className="block max-w-64 truncate font-medium hover:underline">
                  {shownEmail(row.email)}
                </Link>
              ) : (
                <span className="block max-w-64 truncate font-medium">{row.email || '–'}</span>
              ),
          },
          {
            key: 'problem',
            state: true,
            title: t('rows.why'),
            render: (row: ImportRow) => (
              <Badge tone={row.problem && row.outcome !== 'wrong' ? 'warning' : TONES[row.outcome]} className="h-auto min-h-5 whitespace-normal py-0.5">
                {row.problem ? t(`problem.${row.problem}`) : t(`outcome.${row.outcome}`)}
              </Badge>
            ),
          },
          { key: 'name', title: t('fact.name'), render: (row: ImportRow) => row.name || '–' },
          ...targets.map((target) => ({
            key: target,
            title: label(target),
            render: (row: ImportRow) => <span className="line-clamp-2 wrap-anywhere">{row.values[target] ?? '–'}</span>,
          })),
        ]}
      />
    </section>
  )
}

/** Runs in a table, of one workflow or of all: who, how far, where, how long. */
import { Avatar, Chip, cx, Link, ListTable, type List, Time, toast, useConfirm, useLocale, useT, useWrite } from '@atrium/sdk/web'
import contract, { type Run, RUN_STATES } from '../../../contract.ts'
import { runPath, runsPath } from '../paths.ts'
import { RunBadge } from '../StateBadge.tsx'
import { tookWords } from './took.ts'

const { routes } = contract
const STATUSES = ['all', 'running', ...RUN_STATES.filter((state) => state !== 'ready')] as const

export interface RunsTableProps {
  list: List<Run>
  /** How many there are of each, where that is known. */
  counts?: Partial<Record<(typeof STATUSES)[number], number>>
  /** Of all workflows: which one it is of is said too. */
  ofAll?: boolean
  empty: { title: string; text: string }
}
export function RunsTable({ list, ofAll, counts, empty }: RunsTableProps) {
  const t = useT()
  const locale = useLocale()
  const acts = useRunActs()
  return (
    <>
      {counts && <Statuses counts={counts} value={list.values['status'] ?? 'all'} onChange={(status) => list.set('status', status)} />}
      <ListTable<Run>
        label={t('runs.title')}
        list={list}
        search={t('runs.search')}
        filters={[!counts && { field: 'status', label: t('runs.status'), options: STATUSES.map((value) => ({ value, label: t(`runs.status.${value}`) })) }]}
        empty={{ icon: 'history', ...empty }}
        found={{ title: t('runs.none_found') }}
        columns={[
          { key: 'member', title: t('runs.person'), render: (run) => <Person run={run} /> },
          ...(ofAll
            ? [
                {
                  key: 'workflow',
                  title: t('column.workflow'),
                  render: (run: Run) => (
                    <Link to={runsPath(run.workflow_id)} className="hover:underline">
                      {run.workflow_name}
                    </Link>
                  ),
                },
              ]
            : []),
          { key: 'status', state: true, title: t('runs.outcome'), render: ({ status }) => <RunBadge status={status} /> },
          { key: 'path', title: t('runs.path'), render: (run) => <Path run={run} /> },
          { key: 'where', title: t('runs.where'), render: (run) => <Where run={run} /> },
          { key: 'started', title: t('runs.started'), className: 'whitespace-nowrap', render: ({ started_at }) => <Time value={started_at} kind="short" /> },
          { key: 'took', title: t('runs.took'), align: 'right', className: 'whitespace-nowrap', render: (one) => tookWords(locale, one) },
        ]}
        menu={(run) => ({ label: t('runs.menu', { name: run.member?.name ?? t('runs.gone') }), items: acts(run) })}
      />
    </>
  )
}

function Statuses({ counts, value, onChange }: { counts: NonNullable<RunsTableProps['counts']>; value: string; onChange: (status: string) => void }) {
  const t = useT()
  const locale = useLocale()
  return (
    <div role="group" aria-label={t('runs.status')} className="mb-3 flex gap-2 overflow-x-auto scrollbar-none">
      {STATUSES.filter((status) => counts[status] !== undefined).map((status) => (
        <Chip key={status} pressed={value === status} onClick={() => onChange(status)}>
          <span>
            {t(`runs.chip.${status}`)} <span className="tabular-nums opacity-80">{counts[status]!.toLocaleString(locale)}</span>
          </span>
        </Chip>
      ))}
    </div>
  )
}

function Person({ run: { id, workflow_id, member } }: { run: Run }) {
  const t = useT()
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar id={member?.id ?? 0} name={member?.name ?? '?'} src={member?.avatar_url ?? null} size={28} />
      <Link to={runPath(workflow_id, id)} className={cx('font-medium hover:underline', !member && 'text-text-3')}>
        {member?.name ?? t('runs.gone')}
      </Link>
    </span>
  )
}
const BARS = {
  done: 'bg-success-solid',
  failed: 'bg-danger-solid',
  waiting: 'bg-info-solid opacity-60',
  skipped: 'bg-text-3',
  cancelled: 'bg-text-3',
} as const
/** What came of each step, as small bars. */
function Path({ run: { outcomes, steps_count } }: { run: Run }) {
  const t = useT()
  return (
    <span role="img" aria-label={outcomes.map((outcome) => t(`outcome.${outcome}`)).join(', ') || '–'} className="flex items-center gap-[3px]">
      {outcomes.map((outcome, at) => (
        <i key={at} className={cx('h-1.5 w-4 rounded-full', BARS[outcome])} />
      ))}
      {steps_count > outcomes.length && <span className="text-12 text-text-3">+{steps_count - outcomes.length}</span>}
    </span>
  )
}
function Where({ run }: { run: Run }) {
  const t = useT()
  if (run.status === 'done') return <span className="text-text-3">{t('runs.to_the_end')}</span>
  return (
    <span className="grid gap-0.5">
      <span>{run.action_label ?? '–'}</span>
      {run.status === 'waiting' && run.wake_at && (
        <span className="text-12 text-text-3">
          {t('runs.until')} <Time value={run.wake_at} kind="short" />
        </span>
      )}
      {run.message && <span className={cx('line-clamp-1 text-12', run.status === 'failed' ? 'text-danger' : 'text-text-3')}>{run.message}</span>}
    </span>
  )
}

const isUnderWay = ({ status }: Pick<Run, 'status'>) => status === 'ready' || status === 'waiting'
/** What can be done with a run, as entries of its menu. */
function useRunActs() {
  const t = useT()
  const confirm = useConfirm()
  const options = (done: string) => ({
    invalidates: [contract],
    onSuccess: () => toast.success(t(done)),
    onError: (error: Error) => toast.error(error.message),
  })
  const cancel = useWrite(routes.cancelRun, options('runs.cancelled'))
  const update = useWrite(routes.updateRun, options('runs.moved'))
  const destroy = useWrite(routes.destroyRun, options('runs.deleted'))
  return (run: Run) => {
    const params = { id: run.workflow_id, runId: run.id }
    const ask = async () => {
      const yes = await confirm({ title: t('runs.delete'), text: t('runs.delete_text'), action: t('menu.delete'), tone: 'danger' })
      if (yes) destroy.mutate({ params })
    }
    return [
      { label: t('runs.open'), icon: 'eye', to: runPath(run.workflow_id, run.id) },
      run.status === 'failed' && { label: t('runs.retry'), icon: 'rotate-ccw', onSelect: () => update.mutate({ params, body: { operation: 'retry' } }) },
      run.status === 'waiting' && { label: t('runs.resume'), icon: 'skip-forward', onSelect: () => update.mutate({ params, body: { operation: 'resume' } }) },
      isUnderWay(run) && { label: t('runs.cancel'), icon: 'ban', onSelect: () => cancel.mutate({ params }) },
      !isUnderWay(run) && { label: t('menu.delete'), icon: 'trash-2', tone: 'danger' as const, onSelect: () => void ask() },
    ]
  }
}

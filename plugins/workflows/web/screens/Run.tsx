/** `/settings/workflows/view/:id/runs/:runId`: one run as the column of its cards, true while it goes on. */
import { AdminPage, Card, Failure, Skeleton, toast, useParams, useRead, useT, useWrite } from '@atrium/sdk/web'
import contract from '../../contract.ts'
import { runsPath } from '../components/paths.ts'
import { RunFacts } from '../components/runs/RunFacts.tsx'
import { RunFlow } from '../components/runs/RunFlow.tsx'
import { useKit } from '../components/useKit.ts'

const { routes } = contract
/** How soon a run that goes on, or waits, is looked at again. */
const LOOK_MS = { ready: 2_000, waiting: 10_000 } as Record<string, number>

export default function Run() {
  const t = useT()
  const { id, runId } = useParams<{ id: string; runId: string }>()
  const params = { id: Number(id), runId: Number(runId) }
  const query = useRead(routes.run, { params }, { refetchInterval: (read) => (read && LOOK_MS[read.status]) ?? false })
  const { kit, error, retry } = useKit()
  const options = { invalidates: [contract], onError: (failed: Error) => toast.error(failed.message) }
  const update = useWrite(routes.updateRun, options)
  const cancel = useWrite(routes.cancelRun, { ...options, onSuccess: () => toast.success(t('runs.cancelled')) })
  const run = query.data
  const failed = query.error ?? error
  return (
    <AdminPage
      name="workflows/Run"
      title={run ? t('run.title', { name: run.member?.name ?? t('runs.gone') }) : t('runs.title')}
      text={run && t('run.of', { name: run.workflow_name, version: run.published_version })}
      back={{ to: runsPath(params.id), label: t('runs.title') }}
      actions={[
        run?.can_cancel && { label: t('runs.cancel'), icon: 'ban', loading: cancel.isPending, onSelect: () => cancel.mutate({ params }) },
        run?.can_retry &&
          run.status === 'failed' && {
            label: t('run.retry'),
            icon: 'rotate-ccw',
            primary: true,
            loading: update.isPending,
            onSelect: () => update.mutate({ params, body: { operation: 'retry' } }),
          },
      ]}
      who="workflows.manage"
      wide
    >
      {run && kit ? (
        <Card className="grid overflow-hidden desk:grid-cols-[minmax(0,1fr)_320px]">
          <RunFlow run={run} kit={kit} isPending={update.isPending} onMove={(operation) => update.mutate({ params, body: { operation } })} />
          <RunFacts run={run} />
        </Card>
      ) : failed ? (
        <Failure
          error={failed}
          onRetry={() => {
            void query.refetch()
            retry()
          }}
        />
      ) : (
        <Skeleton w="100%" h={560} />
      )}
    </AdminPage>
  )
}

/** `/settings/workflows/view/:id/runs`: what failed, runs by day, how far they come, and all of them. */
import { AdminPage, Card, CardHead, Query, Skeleton, useList, useParams, useRead, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type WorkflowDetail } from '../../contract.ts'
import { DaysPlot } from '../components/DaysPlot.tsx'
import { OneTabs } from '../components/OneTabs.tsx'
import { AT, editPath } from '../components/paths.ts'
import { Failures } from '../components/runs/Failures.tsx'
import { Funnel } from '../components/runs/Funnel.tsx'
import { RunsTable } from '../components/runs/RunsTable.tsx'
import { StartRuns } from '../components/runs/StartRuns.tsx'
import { StateBadge } from '../components/StateBadge.tsx'
import { useActs } from '../components/useActs.tsx'
import { useKit } from '../components/useKit.ts'

const { routes } = contract
/** While runs are under way, figures are read anew. */
const LOOK_MS = 10_000

const countsOf = (one: WorkflowDetail) => ({
  all: one.runs_count,
  waiting: one.waiting_count,
  failed: one.failed_count,
  done: one.done_count,
  left: one.left_count,
  cancelled: one.cancelled_count,
})

export default function Runs() {
  const t = useT()
  const acts = useActs()
  const [isStarting, setStarting] = useState(false)
  const id = Number(useParams<{ id: string }>().id)
  const query = useRead(routes.detail, { params: { id } }, { refetchInterval: (read) => (read && read.running_count > 0 ? LOOK_MS : false) })
  const { kit } = useKit()
  const list = useList(routes.runs, { search: 'query', filters: { status: 'all' }, query: { per_page: 50 }, params: { id } })
  const one = query.data
  return (
    <AdminPage
      name="workflows/Runs"
      title={one?.name ?? t('runs.title')}
      text={
        one && (
          <span className="flex flex-wrap items-center gap-2">
            <StateBadge status={one.status} />
            {t('runs.count', { count: one.runs_count, waiting: one.waiting_count, failed: one.failed_count })}
          </span>
        )
      }
      back={{ to: AT, label: t('admin.workflows') }}
      actions={[
        one && one.running_count > 0 && { label: t('menu.cancel_all'), icon: 'ban', onSelect: () => acts.cancelAll(one) },
        one?.status === 'active' && { label: t('start.action'), icon: 'play', onSelect: () => setStarting(true) },
        one && { label: t('menu.edit'), icon: 'pencil', primary: true, to: editPath(id) },
      ]}
      who="workflows.manage"
      wide
    >
      <OneTabs id={id} current="runs" />
      <Query query={query} skeleton={<Skeleton w="100%" h={300} />}>
        {(workflow) => (
          <>
            <Failures workflow={workflow} />
            <div className="mb-4 grid gap-4 desk:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
              <Card as="section">
                <CardHead title={t('runs.by_day')} />
                <div className="p-5">
                  <DaysPlot days={workflow.days} label={t('runs.by_day')} />
                </div>
              </Card>
              <Card as="section">
                <CardHead title={t('runs.funnel')} />
                <div className="p-5">{kit ? <Funnel workflow={workflow} kit={kit} /> : <Skeleton w="100%" h={160} />}</div>
              </Card>
            </div>
          </>
        )}
      </Query>
      <RunsTable
        list={list}
        counts={one && countsOf(one)}
        empty={{ title: t('runs.none'), text: t(one?.status === 'active' ? 'runs.none_on' : 'runs.none_off') }}
      />
      {isStarting && <StartRuns workflowId={id} onClose={() => setStarting(false)} />}
      {acts.dialogs}
    </AdminPage>
  )
}

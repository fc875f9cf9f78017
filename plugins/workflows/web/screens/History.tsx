/** `/settings/workflows/history`: runs of all workflows, and how near the limits are. */
import { AdminPage, Card, CardHead, Note, Progress, Query, Skeleton, useList, useLocale, useRead, useT } from '@atrium/sdk/web'
import contract, { type Usage } from '../../contract.ts'
import { DaysPlot } from '../components/DaysPlot.tsx'
import { HomeTabs } from '../components/HomeTabs.tsx'
import { AT } from '../components/paths.ts'
import { RunsTable } from '../components/runs/RunsTable.tsx'

const { routes } = contract

export default function History() {
  const t = useT()
  const usage = useRead(routes.usageStats)
  const list = useList(routes.allRuns, { search: 'query', filters: { status: 'all' }, query: { per_page: 50 } })
  return (
    <AdminPage name="workflows/History" title={t('history.title')} back={{ to: AT, label: t('admin.workflows') }} who="workflows.manage" wide>
      <HomeTabs current="history" />
      <Query query={usage} skeleton={<Skeleton w="100%" h={300} />}>
        {(read) => <Used usage={read} />}
      </Query>
      <RunsTable ofAll list={list} empty={{ title: t('runs.none'), text: t('history.none_text') }} />
    </AdminPage>
  )
}

function Used({ usage }: { usage: Usage }) {
  const t = useT()
  return (
    <>
      {usage.held_back_today > 0 && (
        <Note tone="warning" className="mb-4" title={t('usage.held_back', { count: usage.held_back_today })}>
          {t('usage.held_back_text')}
        </Note>
      )}
      <div className="mb-4 grid gap-4 desk:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Card as="section">
          <CardHead title={t('runs.by_day')} />
          <div className="p-5">
            <DaysPlot days={usage.days} label={t('runs.by_day')} />
          </div>
        </Card>
        <Card as="section">
          <CardHead title={t('usage.title')} />
          <div className="grid gap-4 p-5">
            <Limit label={t('usage.active')} value={usage.active_count} most={usage.active_limit} />
            <Limit label={t('usage.today')} value={usage.runs_today} most={usage.runs_limit} />
            <dl className="grid gap-2 border-t pt-4 text-13">
              <Fact label={t('usage.waiting')} value={usage.waiting_count} />
              <Fact label={t('usage.failed')} value={usage.failed_today} />
            </dl>
          </div>
        </Card>
      </div>
    </>
  )
}
function Limit({ label, value, most }: { label: string; value: number; most: number }) {
  const t = useT()
  const locale = useLocale()
  return (
    <div className="grid gap-1.5 text-13">
      <p className="flex justify-between gap-3">
        <span>{label}</span>
        <span className="tabular-nums text-text-2">{t('usage.of', { value: value.toLocaleString(locale), most: most.toLocaleString(locale) })}</span>
      </p>
      <Progress label={label} value={(value / most) * 100} />
    </div>
  )
}
function Fact({ label, value }: { label: string; value: number }) {
  const locale = useLocale()
  return (
    <div className="flex justify-between gap-3">
      <dt className="text-text-2">{label}</dt>
      <dd className="font-medium tabular-nums">{value.toLocaleString(locale)}</dd>
    </div>
  )
}

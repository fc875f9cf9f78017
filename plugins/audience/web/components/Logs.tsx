/** Entries of the activity log, newest first. */
import { Avatar, EmptyState, PagedTable, Time, useReadPages, useT } from '@atrium/sdk/web'
import contract, { type ActivityLog } from '../../contract.ts'

export interface LogQuery {
  actor_id?: number
  subject_id?: number
  action?: string
  from?: string
  to?: string
}
export function Logs({ query: asked }: { query: LogQuery }) {
  const t = useT()
  const query = useReadPages(contract.routes.activityLogs, { query: asked }, { keepPrevious: true })
  return (
    <PagedTable
      query={query}
      label={t('admin.logs')}
      empty={<EmptyState icon="history" title={t('logs.none')} text={t('logs.none_text')} />}
      columns={[
        {
          key: 'what',
          title: t('logs.what'),
          className: 'min-w-64',
          render: (row: ActivityLog) => (
            <span className="flex items-center gap-3">
              <Avatar id={row.actor?.id ?? 0} name={row.actor?.name ?? '·'} src={row.actor?.avatar_url ?? null} size={28} />
              <span>{row.sentence}</span>
            </span>
          ),
        },
        { key: 'ip', title: t('logs.ip'), className: 'whitespace-nowrap tabular-nums', render: (row: ActivityLog) => row.ip ?? '' },
        { key: 'at', title: t('logs.at'), className: 'whitespace-nowrap', render: (row: ActivityLog) => <Time value={row.created_at} kind="datetime" /> },
      ]}
    />
  )
}

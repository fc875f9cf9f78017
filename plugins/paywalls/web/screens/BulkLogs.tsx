/** What was done to many subscriptions at once, how far it is, and what could not be done. */
import { AdminPage, Badge, Card, EmptyState, LinkButton, LoadMore, Progress, Query, Skeleton, Time, useReadPages, useT } from '@atrium/sdk/web'
import { useEffect } from 'react'
import contract from '../../contract.ts'

export default function BulkLogs() {
  const t = useT()
  const query = useReadPages(contract.routes.bulkLogs, { query: { per_page: 20 } })
  const isBusy = query.data?.pages.some(({ records }) => records.some(({ status }) => status !== 'done')) ?? false
  const { refetch } = query
  useEffect(() => {
    if (!isBusy) return
    const timer = setInterval(() => void refetch(), 1_500)
    return () => clearInterval(timer)
  }, [isBusy, refetch])
  return (
    <AdminPage
      name="paywalls/BulkLogs"
      title={t('admin.bulk')}
      text={t('bulkLogs.text')}
      back={{ to: '/settings/paywalls/paywall_subscriptions', label: t('admin.subscriptions') }}
      who="paywalls.manage"
    >
      <Query
        query={query}
        skeleton={<Skeleton w="100%" h={240} />}
        isEmpty={({ pages }) => pages[0]!.records.length === 0}
        empty={
          <Card>
            <EmptyState
              icon="history"
              title={t('bulkLogs.none')}
              text={t('bulkLogs.noneText')}
              action={<LinkButton to="/settings/paywalls/paywall_subscriptions">{t('admin.subscriptions')}</LinkButton>}
            />
          </Card>
        }
      >
        {({ pages }) => (
          <Card as="ul" className="divide-y divide-border">
            {pages
              .flatMap(({ records }) => records)
              .map((log) => (
                <li key={log.id} className="grid gap-2 px-4 py-4 desk:px-5">
                  <div className="flex flex-wrap items-center gap-2">
                    <b className="font-medium">{t(`bulk.${log.action}`)}</b>
                    <Badge tone={log.status === 'done' ? (log.failed ? 'warning' : 'success') : 'info'}>{t(`bulkLogs.${log.status}`)}</Badge>
                    <span className="ms-auto text-13 text-text-3">
                      <Time value={log.created_at} /> {log.created_by && t('one.by', { name: log.created_by })}
                    </span>
                  </div>
                  {log.status !== 'done' && <Progress label={t('bulkLogs.progress')} value={log.total ? ((log.done + log.failed) / log.total) * 100 : 0} />}
                  <p className="text-13 text-text-2">{t('bulkLogs.counts', { done: log.done, total: log.total, failed: log.failed })}</p>
                  {log.errors.length > 0 && (
                    <ul className="text-13 text-danger">
                      {log.errors.slice(0, 20).map(({ id, name, reason }) => (
                        <li key={id}>
                          {name || `#${id}`}: {reason}
                        </li>
                      ))}
                    </ul>
                  )}
                </li>
              ))}
          </Card>
        )}
      </Query>
      <LoadMore query={query} />
    </AdminPage>
  )
}

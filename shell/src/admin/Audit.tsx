/** The audit log: who changed what, newest first. */
import { AdminPage, Card, EmptyState, Icon, LoadMore, Query, Skeleton, Time, useReadPages, useT } from '@atrium/sdk/web'
import { type AuditEntry, audit as auditRoute } from '../api.ts'
import { JsonBlock } from './JsonBlock.tsx'

export default function Audit() {
  const t = useT()
  const query = useReadPages(auditRoute)
  return (
    <AdminPage name="communities/Audit" title={t('admin.audit')} text={t('audit.text')}>
      <Query
        query={query}
        skeleton={<Skeleton w="100%" h={420} />}
        isEmpty={({ pages }) => pages.every(({ records }) => records.length === 0)}
        empty={
          <Card>
            <EmptyState icon="scroll-text" title={t('audit.empty.title')} text={t('audit.empty.text')} />
          </Card>
        }
      >
        {({ pages }) => (
          <>
            <Card as="ol" className="divide-y divide-border">
              {pages.flatMap(({ records }) => records.map((entry) => <Entry key={entry.id} entry={entry} />))}
            </Card>
            <LoadMore query={query} />
          </>
        )}
      </Query>
    </AdminPage>
  )
}

function Entry({ entry }: { entry: AuditEntry }) {
  const t = useT()
  const hasData = Object.keys(entry.data).length > 0
  return (
    <li className="px-4 py-3 desk:px-5">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
        <span className="font-medium">{entry.member_name ?? t('audit.system')}</span>
        <code className="rounded-mark bg-hover px-1.5 font-mono text-12">{entry.action}</code>
        <span className="min-w-0 flex-1 truncate text-13 text-text-2">{entry.subject}</span>
        <Time value={entry.created_at} kind="datetime" className="text-12 tabular-nums text-text-3" />
      </div>
      {(hasData || entry.ip) && (
        <details className="group mt-1">
          <summary className="inline-flex list-none items-center gap-1 rounded-control text-13 text-text-2 hover:text-text">
            <Icon name="chevron-right" size="sm" className="transition-[rotate] group-open:rotate-90" />
            {t('audit.details')}
          </summary>
          <div className="mt-2 grid gap-2">
            {entry.ip && <p className="text-13 text-text-2">{t('audit.ip', { ip: entry.ip })}</p>}
            {hasData && <JsonBlock value={entry.data} />}
          </div>
        </details>
      )}
    </li>
  )
}

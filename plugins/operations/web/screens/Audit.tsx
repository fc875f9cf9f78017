/** The audit log: who changed what, newest first. */
import { AdminPage, Icon, Time, useReadPages, useT, PagedCard } from '@atrium/sdk/web'
import contract, { type AuditRecord } from '../../contract.ts'
import { JsonBlock } from '../components/JsonBlock.tsx'

const { audit: auditRoute } = contract.routes

export default function Audit() {
  const t = useT()
  const query = useReadPages(auditRoute)
  return (
    <AdminPage name="operations/Audit" title={t('admin.audit')} text={t('audit.text')}>
      <PagedCard query={query} icon="scroll-text" empty={{ title: t('audit.empty.title'), text: t('audit.empty.text') }} as="ol" height={420}>
        {(entry) => <Entry key={entry.id} entry={entry} />}
      </PagedCard>
    </AdminPage>
  )
}

function Entry({ entry }: { entry: AuditRecord }) {
  const t = useT()
  const hasData = Object.keys(entry.data).length > 0
  return (
    <li className="px-4 py-3 desk:px-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-0.5">
        <p className="min-w-0 wrap-anywhere">{entry.sentence ?? `${entry.member_name ?? t('audit.system')}: ${entry.action}`}</p>
        <Time value={entry.created_at} kind="datetime" className="text-12 tabular-nums text-text-3" />
      </div>
      <details className="group mt-1">
        <summary className="inline-flex list-none items-center gap-1 rounded-control text-13 text-text-2 hover:text-text">
          <Icon name="chevron-right" size="sm" className="transition-[rotate] group-open:rotate-90" />
          {t('audit.details')}
        </summary>
        <div className="mt-2 grid gap-2">
          <p className="text-13 text-text-2">
            <code className="font-mono text-12">
              {entry.action} {entry.subject}
            </code>
          </p>
          {entry.ip && <p className="text-13 text-text-2">{t('audit.ip', { ip: entry.ip })}</p>}
          {hasData && <JsonBlock value={entry.data} />}
        </div>
      </details>
    </li>
  )
}

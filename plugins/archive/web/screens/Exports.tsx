/** Archives of the community: made, watched, fetched whole or by parts, and deleted. */
import { AdminPage, Card, EmptyState, Query, Skeleton, toast, useConfirm, useEvent, useRead, useT, useWrite } from '@atrium/sdk/web'
import contract, { KEPT_DAYS } from '../../contract.ts'
import { ExportRow } from '../components/ExportRow.tsx'

const { routes, events } = contract
/** Milliseconds between looks at one that is being made. */
const LOOK = 2_000

export default function Exports() {
  const t = useT()
  const confirm = useConfirm()
  const isRunning = ({ status }: { status: string }) => status === 'running'
  const query = useRead(routes.exports, undefined, { refetchInterval: (read) => read?.records.some(isRunning) !== false && LOOK })
  useEvent(events['export.changed'], () => void query.refetch())
  const failed = (error: Error) => void toast.error(error.message)
  const start = useWrite(routes.startExport, { invalidates: [routes.exports], onError: failed })
  const remove = useWrite(routes.destroyExport, { invalidates: [routes.exports], onError: failed })
  const link = useWrite(routes.exportLink, { onSuccess: ({ url }) => location.assign(url), onError: failed })
  const running = query.data?.records.some(isRunning) ?? false
  const ask = async (id: number, isRunning: boolean) => {
    const [title, action] = isRunning ? [t('exports.stop_title'), t('exports.stop')] : [t('exports.remove_title'), t('exports.remove')]
    if (await confirm({ title, action, tone: 'danger' })) remove.mutate({ params: { id } })
  }
  return (
    <AdminPage
      name="archive/Exports"
      title={t('exports.title')}
      text={t('exports.text')}
      who="archive.export"
      actions={[!running && { label: t('exports.start'), icon: 'archive', primary: true, loading: start.isPending, onSelect: () => start.mutate() }]}
    >
      <div className="grid gap-4">
        <p className="max-w-[72ch] text-text-2">{t('exports.holds')}</p>
        <Query
          query={query}
          skeleton={<Skeleton w="100%" h={160} />}
          isEmpty={({ records }) => records.length === 0}
          empty={
            <Card>
              <EmptyState icon="archive" title={t('exports.empty')} text={t('exports.empty_text', { days: KEPT_DAYS })} />
            </Card>
          }
        >
          {({ records }) => (
            <Card as="ul" className="divide-y divide-border">
              {records.map((made) => (
                <ExportRow
                  key={made.id}
                  made={made}
                  parts
                  busy={link.isPending}
                  onFetch={(part_id) => link.mutate({ params: { id: made.id }, body: { part_id } })}
                  onRemove={() => void ask(made.id, made.status === 'running')}
                />
              ))}
            </Card>
          )}
        </Query>
        <p className="text-13 text-text-3">
          {t('exports.restore')} <code className="font-mono text-12 wrap-anywhere">npm run import-community -- --from archive.zip</code>
        </p>
      </div>
    </AdminPage>
  )
}

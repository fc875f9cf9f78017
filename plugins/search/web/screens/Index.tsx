/** `/settings/search`: how large the index is, and its rebuild, with how far it is. */
import {
  AdminPage,
  Badge,
  Button,
  Card,
  Progress,
  Query,
  Skeleton,
  Time,
  toast,
  useConfirm,
  useEvent,
  useQueryCache,
  useRead,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import contract from '../../contract.ts'

const { routes } = contract
/** News come by events to who asked for it; others look from time to time (ms). */
const LOOK = 4_000

export default function Index() {
  const t = useT()
  const cache = useQueryCache()
  const confirm = useConfirm()
  const query = useRead(routes.rebuild, {}, { staleTime: 0, refetchInterval: LOOK })
  const start = useWrite(routes.startRebuild, { invalidates: [routes.rebuild], onError: (error) => toast.error(error.message) })
  useEvent(contract.events['rebuild.progressed'], () => void cache.invalidate(routes.rebuild))
  return (
    <AdminPage name="search/Index" title={t('admin.title')} text={t('admin.text')} who="search.manage">
      <Query query={query} skeleton={<Skeleton w="100%" h={160} />}>
        {({ documents, rebuild }) => {
          const isRunning = rebuild?.status === 'running'
          const percent = rebuild ? Math.min(Math.round((rebuild.done / Math.max(rebuild.total, rebuild.done, 1)) * 100), isRunning ? 99 : 100) : 0
          return (
            <Card pad>
              <div className="flex flex-wrap items-center gap-3">
                <div className="min-w-0 flex-1">
                  <h2 className="text-15 font-semibold">{t('admin.documents', { count: documents })}</h2>
                  <p className="text-13 text-text-3">{t('admin.kept')}</p>
                </div>
                <Button
                  icon="refresh-cw"
                  loading={start.isPending}
                  disabled={isRunning}
                  onClick={async () => {
                    if (await confirm({ title: t('admin.ask'), text: t('admin.ask_text'), action: t('admin.start') })) start.mutate()
                  }}
                >
                  {t('admin.start')}
                </Button>
              </div>
              {rebuild && (
                <div className="mt-4 border-t border-border pt-4">
                  <p className="mb-2 flex flex-wrap items-center gap-2 text-13 text-text-2">
                    <Badge tone={isRunning ? 'info' : 'success'}>{t(`admin.status_${rebuild.status}`)}</Badge>
                    <Time value={rebuild.started_at} kind="datetime" />
                    <span className="tabular-nums">{t('admin.written', { count: rebuild.done })}</span>
                  </p>
                  <Progress value={percent} label={t('admin.progress')} />
                </div>
              )}
            </Card>
          )
        }}
      </Query>
    </AdminPage>
  )
}

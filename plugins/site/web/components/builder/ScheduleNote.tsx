/** Which version comes out and when; what was written since can take its place. */
import { Button, Icon, Time, toast, useT, useWrite } from '@atrium/sdk/web'
import contract, { type SitePage } from '../../../contract.ts'
import { useBuilding } from './useBuilding.ts'

const { routes } = contract

export function ScheduleNote({ page, onPage }: { page: SitePage; onPage: (page: SitePage) => void }) {
  const t = useT()
  const { saving } = useBuilding()
  const schedule = useWrite(routes.publishPage, {
    invalidates: [routes.pages],
    onSuccess: (reply) => {
      onPage(reply)
      toast.success(t('schedule.done'))
    },
    onError: (error) => toast.error(error.message),
  })
  const { scheduled_at: at, scheduled_from: version } = page
  if (!at || !version) return null
  const newest = async () => {
    if (await saving.save()) schedule.mutate({ params: { id: page.id }, body: { at: String(at) } })
  }
  return (
    <div className="flex flex-none flex-wrap items-center gap-x-3 gap-y-1 border-b bg-info-soft px-4 py-1.5 text-13 text-info">
      <Icon name="clock" size="sm" />
      <p className="min-w-0 flex-1 basis-60">
        {t('schedule.version')} <Time value={version} kind="datetime" />. {t('schedule.at')} <Time value={at} kind="datetime" />.
        {page.is_scheduled_behind && ` ${t('schedule.behind')}`}
      </p>
      {page.is_scheduled_behind && (
        <Button size="sm" loading={schedule.isPending} onClick={() => void newest()}>
          {t('schedule.newest')}
        </Button>
      )}
    </div>
  )
}

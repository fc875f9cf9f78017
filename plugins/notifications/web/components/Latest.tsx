/** What the bell opens: the latest notices. */
import { EmptyState, Failure, Icon, IconButton, Kbd, Link, useRead, useT, useWrite } from '@atrium/sdk/web'
import { useEffect, useState } from 'react'
import contract from '../../contract.ts'
import { type Group, Groups } from './Groups.tsx'
import { LatestSkeleton } from './LatestSkeleton.tsx'
import { Row } from './Row.tsx'
import { useActs } from './useActs.ts'
import { useNews } from './useNews.ts'

const { routes } = contract

export function Latest({ onLeave }: { onLeave: () => void }) {
  const t = useT()
  const acts = useActs()
  const { mentions } = useNews()
  const [group, setGroup] = useState<Group>('all')
  const query = useRead(routes.list, { query: { notification_group: group, per_page: 20 } }, { keepPrevious: true })
  const { mutate: look } = useWrite(routes.resetNewCount, { invalidates: [routes.newCount] })
  // to open it is to have looked
  useEffect(() => look(), [look])
  return (
    <>
      <div className="flex items-center gap-0.5 pt-2.5 pe-2.5 ps-4">
        <h2 className="flex-1 text-17">{t('preferences.title')}</h2>
        <IconButton icon="check-check" label={t('act.readAll')} onClick={() => acts.readAll(group)} />
        <Link
          to="/account/notifications"
          onClick={onLeave}
          aria-label={t('act.settings')}
          title={t('act.settings')}
          className="grid size-8 place-items-center rounded-control hover:bg-hover"
        >
          <Icon name="settings" />
        </Link>
      </div>
      <div className="flex-none border-b px-3.5 pt-1 pb-2.5">
        <Groups value={group} onChange={setGroup} mentions={mentions} />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto p-1.5">
        {query.error && !query.data ? (
          <Failure error={query.error} onRetry={() => void query.refetch()} />
        ) : !query.data ? (
          <LatestSkeleton />
        ) : query.data.records.length === 0 ? (
          <EmptyState icon="bell" title={t(`empty.${group}`)} text={t('empty.text')} />
        ) : (
          <ul className="grid gap-px" aria-label={t('list.latest')}>
            {query.data.records.map((notice) => (
              <Row key={notice.id} notice={notice} acts={acts} onLeave={onLeave} />
            ))}
          </ul>
        )}
      </div>
      <div className="flex flex-none items-center border-t px-4 py-2.5 text-13">
        <Link to="/notifications" onClick={onLeave} className="flex-1 font-medium text-link hover:underline">
          {t('bell.all')}
        </Link>
        <span className="max-desk:hidden" aria-hidden="true">
          <Kbd>G</Kbd> <Kbd>N</Kbd>
        </span>
      </div>
    </>
  )
}

/** `/settings/plus/push-notifications/:id`: a draft is written, one that is scheduled waits, one that went out is reported on. */
import { AdminPage, Button, Card, CardHead, Failure, Note, Skeleton, Time, useEvent, useParams, useQueryCache, useRead, useT } from '@atrium/sdk/web'
import contract, { type Broadcast as Record } from '../../contract.ts'
import { Composer } from '../components/Composer.tsx'
import { AT } from '../components/paths.ts'
import { PhonePreview } from '../components/PhonePreview.tsx'
import { Report } from '../components/Report.tsx'
import { StateBadge } from '../components/StateBadge.tsx'
import { useActs } from '../components/useActs.ts'

const { routes, events } = contract
const LOOK_MS = 5_000

export default function Broadcast() {
  const t = useT()
  const { id } = useParams()
  const cache = useQueryCache()
  const query = useRead(routes.show, { params: { id: id! } }, { refetchInterval: (read) => (read?.status === 'sending' ? LOOK_MS : false) })
  useEvent(events['broadcast.progressed'], ({ broadcastId }) => {
    if (broadcastId === Number(id)) void cache.invalidate(contract)
  })
  const acts = useActs()
  const one = query.data
  return (
    <AdminPage
      name="push/Broadcast"
      title={one?.title ?? t('admin.push')}
      back={{ to: AT, label: t('admin.push') }}
      who="push.manage"
      wide
      actions={[
        one && one.status !== 'draft' && { label: t('menu.duplicate'), icon: 'copy', onSelect: () => acts.duplicate(one) },
        one && (one.status === 'scheduled' || one.status === 'sending') && { label: t('menu.cancel'), icon: 'ban', onSelect: () => acts.cancel(one) },
      ]}
    >
      {one ? (
        one.status === 'draft' ? (
          <Composer key={one.id} broadcast={one} />
        ) : (
          <Sent one={one} />
        )
      ) : query.isError ? (
        <Failure error={query.error} onRetry={() => query.refetch()} />
      ) : (
        <Skeleton w="100%" h={420} />
      )}
    </AdminPage>
  )
}

function Sent({ one }: { one: Record }) {
  const t = useT()
  const acts = useActs()
  const to = one.audience.kind === 'members' ? t('audience.members') : t('audience.some', { count: one.audience.segment_ids.length })
  const facts = [
    { key: 'state', value: <StateBadge status={one.status} /> },
    { key: 'audience', value: to },
    one.scheduled_at && {
      key: 'scheduled',
      value: (
        <>
          <Time value={one.scheduled_at} kind="datetime" />
          {one.is_local_time && <span className="block text-12 text-text-2">{t('facts.local')}</span>}
        </>
      ),
    },
    one.sent_at && { key: 'sent', value: <Time value={one.sent_at} kind="datetime" /> },
    { key: 'link', value: <span className="break-all">{one.path ?? t('facts.home')}</span> },
    one.author && { key: 'author', value: one.author.name },
  ].filter((fact) => !!fact)
  return (
    <div className="grid items-start gap-4 wide:grid-cols-[minmax(0,1fr)_360px]">
      {one.status === 'scheduled' ? (
        <Note
          icon="clock"
          title={
            <>
              {t('scheduled.title')} <Time value={one.scheduled_at!} kind="datetime" />
            </>
          }
        >
          <span className="flex flex-wrap items-center justify-between gap-3">
            <span>{t(one.is_local_time ? 'scheduled.local' : 'scheduled.text')}</span>
            <Button size="sm" onClick={() => void acts.cancel(one)}>
              {t('menu.cancel')}
            </Button>
          </span>
        </Note>
      ) : (
        <Report broadcast={one} />
      )}
      <Card as="section" aria-label={t('preview.label')}>
        <CardHead title={t('preview.label')} />
        <div className="grid gap-5 p-5">
          <PhonePreview title={one.title} message={one.message} imageUrl={one.image_url} />
          <dl className="grid gap-2 border-t pt-4 text-13">
            {facts.map(({ key, value }) => (
              <div key={key} className="flex items-start justify-between gap-4">
                <dt className="text-text-2">{t(`facts.${key}`)}</dt>
                <dd className="text-end">{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      </Card>
    </div>
  )
}

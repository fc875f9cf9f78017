/** `/settings/emails/broadcast/:id`: a draft is written, one that is scheduled waits, one that goes out or went out is reported on. */
import { zoneCity } from '@atrium/sdk'
import { AdminPage, Button, Card, CardHead, Failure, Note, Skeleton, Time, useLocale, useParams, useRead, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Broadcast as Record } from '../../contract.ts'
import { useReach } from '../components/AudienceCard.tsx'
import { Draft } from '../components/Draft.tsx'
import { BROADCASTS } from '../components/paths.ts'
import { Preview } from '../components/Preview.tsx'
import { RenameDialog } from '../components/RenameDialog.tsx'
import { LOOK_MS, Report } from '../components/Report.tsx'
import { StateBadge } from '../components/StateBadge.tsx'
import { isUnderWay, useActs } from '../components/useActs.ts'

const { routes } = contract

export default function Broadcast() {
  const t = useT()
  const { id } = useParams()
  const acts = useActs()
  const [isRenamed, setRenamed] = useState(false)
  const query = useRead(
    routes.show,
    { params: { id: id! } },
    { refetchInterval: (read) => (read?.status === 'sending' ? LOOK_MS.sending : read?.status === 'scheduled' ? LOOK_MS.sent : false) },
  )
  const one = query.data
  return (
    <AdminPage
      name="email/Broadcast"
      title={one?.name ?? t('admin.broadcasts')}
      back={{ to: BROADCASTS, label: t('admin.broadcasts') }}
      who="email.manage"
      wide
      actions={[
        one && { label: t('menu.rename'), icon: 'pencil', onSelect: () => setRenamed(true) },
        one && one.status !== 'draft' && { label: t('menu.duplicate'), icon: 'copy', onSelect: () => acts.duplicate(one) },
        one && isUnderWay(one) && { label: t(one.status === 'sending' ? 'menu.stop' : 'menu.cancel'), icon: 'ban', onSelect: () => acts.cancel(one) },
      ]}
    >
      {one ? (
        one.status === 'draft' ? (
          <Draft key={one.id} broadcast={one} />
        ) : (
          <Fixed one={one} />
        )
      ) : query.isError ? (
        <Failure error={query.error} onRetry={() => query.refetch()} />
      ) : (
        <Skeleton w="100%" h={480} />
      )}
      {one && isRenamed && <RenameDialog one={one} onClose={() => setRenamed(false)} />}
    </AdminPage>
  )
}

/** What is not written any more. */
function Fixed({ one }: { one: Record }) {
  const t = useT()
  const acts = useActs()
  return (
    <div className="grid gap-4">
      {one.trouble && (
        <Note tone={one.status === 'failed' ? 'danger' : 'warning'} title={t(one.status === 'failed' ? 'trouble.failed' : 'trouble.waits')}>
          {one.trouble}
        </Note>
      )}
      {one.status === 'scheduled' ? (
        <Note
          icon="clock"
          title={
            <>
              {t('scheduled.title')} <Time value={one.scheduled_at!} kind="datetime" within />
            </>
          }
        >
          <span className="flex flex-wrap items-center justify-between gap-3">
            <span>{one.is_local_time ? t('scheduled.local', { zone: zoneCity(one.time_zone) }) : t('scheduled.text')}</span>
            <Button size="sm" onClick={() => void acts.cancel(one)}>
              {t('cancel.action')}
            </Button>
          </span>
        </Note>
      ) : (
        one.sent_at && <Report broadcast={one} />
      )}
      <div className="grid items-start gap-4 wide:grid-cols-[minmax(0,1fr)_320px]">
        <Card as="section" aria-label={t('preview.title')}>
          <CardHead title={t('preview.title')} />
          <div className="p-4 desk:p-5">
            <Preview id={one.id} hasTwo={one.experiment !== null} />
          </div>
        </Card>
        <Facts one={one} />
      </div>
    </div>
  )
}

function Facts({ one }: { one: Record }) {
  const t = useT()
  const locale = useLocale()
  const reach = useReach(one.audience)
  const { kind, segment_ids, member_ids } = one.audience
  const facts = [
    { key: 'state', value: <StateBadge status={one.status} /> },
    {
      key: 'audience',
      value:
        kind === 'segments'
          ? t('audience.some', { count: segment_ids.length })
          : kind === 'people'
            ? one.people.map(({ name }) => name).join(', ') || t('audience.some_people', { count: member_ids.length })
            : t(`audience.${kind}`),
    },
    one.status === 'scheduled' && reach.data && { key: 'readers', value: reach.data.count.toLocaleString(locale) },
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
    one.finished_at && { key: 'finished', value: <Time value={one.finished_at} kind="datetime" /> },
    one.reply_to && { key: 'reply_to', value: <span className="break-all">{one.reply_to}</span> },
    one.author && { key: 'author', value: one.author.name },
  ].filter((fact) => !!fact)
  return (
    <Card as="section" aria-label={t('facts.title')}>
      <CardHead title={t('facts.title')} />
      <dl className="grid gap-2 p-5 text-13">
        {facts.map(({ key, value }) => (
          <div key={key} className="flex items-start justify-between gap-4">
            <dt className="text-text-2">{t(`facts.${key}`)}</dt>
            <dd className="text-end">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

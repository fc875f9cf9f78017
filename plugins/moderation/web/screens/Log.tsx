/** What was decided, by whom and why, the latest first; by act and by moderator. */
import { AdminPage, Avatar, Badge, Card, formatSpan, Link, PagedCard, Select, Time, useRead, useReadPages, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { ACTS, type Flagged, type ModerationAct } from '../../contract.ts'
import { TONES } from '../components/tones.ts'

const { routes } = contract

export default function Log() {
  const t = useT()
  const [act, setAct] = useState<ModerationAct | ''>('')
  const [moderator, setModerator] = useState('')
  const query = useReadPages(
    routes.log,
    { query: { ...(act ? { act } : {}), ...(moderator ? { moderator_id: Number(moderator) } : {}) } },
    { keepPrevious: true },
  )
  const { data: figures } = useRead(routes.figures)
  const filtered = act !== '' || moderator !== ''
  return (
    <AdminPage name="moderation/Log" title={t('log.title')} text={t('log.text')} who="moderation.manage">
      {figures && (
        <Card>
          <dl aria-label={t('log.week')} className="grid grid-cols-2 gap-px overflow-hidden rounded-card bg-border sm:grid-cols-3 desk:grid-cols-7">
            {figures.acts.map((one) => (
              <Figure key={one.act} label={t(`done.${one.act}`)} value={one.count} />
            ))}
            <Figure label={t('figures.time')} value={figures.minutes === null ? '–' : formatSpan(figures.minutes * 60)} />
          </dl>
        </Card>
      )}
      <div className="my-4 flex flex-wrap gap-2">
        <Select
          size="sm"
          className="w-auto max-sm:flex-1"
          aria-label={t('log.act_label')}
          value={act}
          options={[{ value: '', label: t('log.act') }, ...ACTS.map((value) => ({ value, label: t(`done.${value}`) }))]}
          onChange={(event) => setAct(ACTS.find((one) => one === event.target.value) ?? '')}
        />
        <Select
          size="sm"
          className="w-auto max-sm:flex-1"
          aria-label={t('log.moderator_label')}
          value={moderator}
          options={[{ value: '', label: t('log.moderator') }, ...(figures?.moderators ?? []).map(({ id, name }) => ({ value: String(id), label: name }))]}
          onChange={(event) => setModerator(event.target.value)}
        />
      </div>
      <PagedCard
        query={query}
        icon="history"
        empty={filtered ? { title: t('queue.nothing'), text: t('queue.nothing_text') } : { title: t('log.none'), text: t('log.none_text') }}
      >
        {(one) => <Row key={one.id} one={one} />}
      </PagedCard>
    </AdminPage>
  )
}

function Figure({ label, value }: { label: string; value: number | string }) {
  return (
    <div className="flex flex-col-reverse bg-surface px-4 py-3">
      <dt className="text-12 text-text-3">{label}</dt>
      <dd className="text-17 font-semibold whitespace-nowrap tabular-nums">{value}</dd>
    </div>
  )
}

function Row({ one: { id, author, action, action_by_name, action_taken_at, action_reason_body, excerpt, space, content_type, moved_from } }: { one: Flagged }) {
  const t = useT()
  return (
    <li className="flex items-start gap-3 px-4 py-3 text-13 desk:px-5">
      <Avatar id={author?.id ?? 0} name={author?.name ?? '?'} src={author?.avatar_url} size={32} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-1.5">
          {author ? (
            <Link to={`/u/${author.public_uid}`} className="font-semibold hover:underline">
              {author.name}
            </Link>
          ) : (
            <span className="font-semibold">?</span>
          )}
          <span className="text-text-3">{space?.name ?? t(`kind.${content_type}`)}</span>
          {action && <Badge tone={TONES[action]}>{t(`done.${action}`)}</Badge>}
        </p>
        <Link to={`/settings/moderation?case=${id}`} className="mt-0.5 line-clamp-1 text-text-2 wrap-anywhere hover:underline">
          {excerpt || t('log.case')}
        </Link>
        {moved_from && <p className="wrap-anywhere">{t('log.moved', { from: moved_from.name, to: space?.name ?? '' })}</p>}
        {action_reason_body && <p className="wrap-anywhere">{t('case.reason', { reason: action_reason_body })}</p>}
      </div>
      <p className="flex-none text-end text-12 text-text-3">
        {action_taken_at && <Time value={action_taken_at} kind="datetime" className="block" />}
        {action_by_name && t('history.by', { name: action_by_name })}
      </p>
    </li>
  )
}

/** What was decided, by whom and why, the latest first. */
import { AdminPage, Avatar, Badge, Link, PagedCard, Time, useReadPages, useT } from '@atrium/sdk/web'
import contract, { type Flagged, type ModerationAct } from '../../contract.ts'

const TONES: Record<ModerationAct, 'success' | 'danger' | 'warning'> = { keep: 'success', remove: 'danger', warn: 'warning', silence: 'warning', ban: 'danger' }

export default function Log() {
  const t = useT()
  const query = useReadPages(contract.routes.log)
  return (
    <AdminPage name="moderation/Log" title={t('log.title')} text={t('log.text')} who="moderation.manage">
      <PagedCard query={query} icon="history" empty={{ title: t('log.none'), text: t('log.none_text') }}>
        {(one) => <Row key={one.id} one={one} />}
      </PagedCard>
    </AdminPage>
  )
}

function Row({ one: { id, author, action, action_by_name, action_taken_at, action_reason_body, excerpt, space, content_type } }: { one: Flagged }) {
  const t = useT()
  return (
    <li>
      <Link
        to={`/settings/moderation?case=${id}`}
        className="flex items-start gap-3 px-4 py-3 text-13 hover:bg-hover focus-visible:-outline-offset-2 desk:px-5"
      >
        <Avatar id={author?.id ?? 0} name={author?.name ?? '?'} src={author?.avatar_url} size={32} />
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-1.5">
            <span className="font-semibold">{author?.name ?? '?'}</span>
            <span className="text-text-3">{space?.name ?? t(`kind.${content_type}`)}</span>
            {action && <Badge tone={TONES[action]}>{t(`done.${action}`)}</Badge>}
          </span>
          {excerpt && <span className="mt-0.5 line-clamp-1 text-text-2 wrap-anywhere">{excerpt}</span>}
          {action_reason_body && <span className="block wrap-anywhere">{t('case.reason', { reason: action_reason_body })}</span>}
        </span>
        <span className="flex-none text-end text-12 text-text-3">
          {action_taken_at && <Time value={action_taken_at} className="block" />}
          {action_by_name && t('history.by', { name: action_by_name })}
        </span>
      </Link>
    </li>
  )
}

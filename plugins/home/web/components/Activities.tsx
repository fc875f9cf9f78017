/** What members did lately. */
import { Avatar, EmptyState, ErrorState, Link, LoadMore, Skeleton, Time, useReadPages, useT } from '@atrium/sdk/web'
import contract, { type Activity } from '../../contract.ts'

export function Activities() {
  const t = useT()
  const query = useReadPages(contract.routes.activities)
  if (query.isPending) return <Skeleton w="100%" h={320} />
  if (query.isError) return <ErrorState error={query.error} onRetry={() => query.refetch()} />
  const records = query.data.pages.flatMap((page) => (page as { records: Activity[] }).records)
  if (records.length === 0) return <EmptyState icon="activity" title={t('activity.none_title')} text={t('activity.none_text')} />
  return (
    <>
      <ul className="divide-y divide-border rounded-card border border-border bg-surface">
        {records.map((item) => (
          <li key={item.id} className="flex items-start gap-3 px-5 py-3">
            <Avatar name={item.member.name} id={item.member.id} src={item.member.avatar_url} size={32} />
            <p className="min-w-0 flex-1 text-15">
              <Link to={`/u/${item.member.public_uid}`} className="font-semibold hover:underline">
                {item.member.name}
              </Link>{' '}
              <span className="text-text-2">{t(`activity.${item.kind}`)}</span>{' '}
              {item.path && (
                <Link to={item.path} className="text-link hover:underline">
                  {item.title}
                </Link>
              )}
            </p>
            <span className="flex-none text-13 text-text-3">
              <Time value={item.created_at} kind="relative" />
            </span>
          </li>
        ))}
      </ul>
      <LoadMore query={query} />
    </>
  )
}

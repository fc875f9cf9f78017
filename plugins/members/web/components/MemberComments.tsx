/** What one member has said, in their profile; each leads to where it was said. */
import { Card, EmptyState, Failure, Icon, ListRow, Loading, LoadMore, Skeleton, Time, useReadPages, useT } from '@atrium/sdk/web'
import content from '../../../content/contract.ts'
import type { OfMember } from '../../contract.ts'

export function MemberComments({ memberId, name }: OfMember) {
  const t = useT()
  const query = useReadPages(content.routes.byMember, { params: { id: memberId } })
  const comments = query.data?.pages.flatMap((page) => page.records) ?? []
  if (query.error && !query.data) return <Failure error={query.error} onRetry={() => void query.refetch()} />
  if (query.isPending)
    return (
      <Loading>
        <div className="grid gap-3">
          {[1, 2, 3, 4].map((row) => (
            <Skeleton key={row} w="100%" h={92} />
          ))}
        </div>
      </Loading>
    )
  return (
    <section aria-label={t('comments.by', { name })}>
      {comments.length === 0 && !query.hasNextPage ? (
        <EmptyState icon="message-circle" title={t('comments.none', { name })} text={t('comments.noneText')} />
      ) : (
        <Card>
          {comments.map((comment) => (
            <ListRow key={comment.id} to={comment.url}>
              <div className="min-w-0 flex-1">
                <p className="flex min-w-0 items-center gap-1.5 text-13 text-text-3">
                  <span className="truncate font-medium text-text-2">{comment.post_name}</span>
                  <span aria-hidden="true">·</span>
                  <Time value={comment.created_at} className="shrink-0" />
                  {comment.likes_count > 0 && (
                    <span className="ms-auto inline-flex shrink-0 items-center gap-1 tabular-nums">
                      <Icon name="heart" size="sm" label={t('comments.likes', { count: comment.likes_count })} />
                      {comment.likes_count}
                    </span>
                  )}
                </p>
                <p className="mt-1 line-clamp-3 whitespace-pre-line text-15">{comment.body_text}</p>
              </div>
            </ListRow>
          ))}
        </Card>
      )}
      <LoadMore query={query} />
    </section>
  )
}

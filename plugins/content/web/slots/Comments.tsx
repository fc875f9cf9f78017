/** The comments of a record of any kind: live, sorted, with replies one level in and links that lead to one of them. */
import {
  Button,
  EmptyState,
  Failure,
  Icon,
  Loading,
  LoadMore,
  Menu,
  Note,
  Skeleton,
  SkeletonText,
  toast,
  useEvent,
  useQueryCache,
  useRead,
  useReadPages,
  useRoom,
  useSession,
  useT,
  useVisitor,
  useVisitorWish,
  useWrite,
} from '@atrium/sdk/web'
import { useState } from 'react'
import spaces from '../../../spaces/contract.ts'
import contract, { type CommentSort, type RecordComments } from '../../contract.ts'
import { changeComment } from '../components/changes.ts'
import { ReplyBox } from '../components/ReplyBox.tsx'
import { Thread } from '../components/Thread.tsx'
import { useRecordKeys } from '../components/useRecordKeys.ts'
import { useLead, useReveal, useTarget } from '../components/useTarget.ts'

const { routes, events } = contract
const SORTS = ['likes', 'latest', 'oldest'] as const

/** Keeps the cached comments in step with what others do. */
function useLive(kind: string, id: number) {
  const cache = useQueryCache()
  const { member } = useSession()
  const room = `${kind}:${id}`
  useRoom('record', room)
  const stale = ({ record, byMemberId }: { record: string; byMemberId: number }) =>
    record === room && byMemberId !== member?.id && void cache.invalidate(routes.recordComments)
  useEvent(events['comment.created'], stale)
  useEvent(events['comment.updated'], stale)
  useEvent(events['comment.deleted'], stale)
  useEvent(events['content.reacted'], (payload) => payload.kind === 'comment' && stale(payload))
  const counted = (delta: number) => (payload: { kind: string; id: number; byMemberId: number; record: string }) => {
    if (payload.kind !== 'comment' || payload.record !== room || payload.byMemberId === member?.id) return
    changeComment(cache, payload.id, (one) => ({ ...one, likes_count: Math.max(0, one.likes_count + delta) }))
  }
  useEvent(events['content.liked'], counted(1))
  useEvent(events['content.unliked'], counted(-1))
}

/** Members read public spaces without being in them; to write they join. */
function Join({ spaceId, space, onJoined }: { spaceId: number; space: string; onJoined: () => void }) {
  const t = useT()
  const join = useWrite(spaces.routes.join, {
    invalidates: [contract, spaces],
    onSuccess: onJoined,
    onError: (error) => toast.error(error.message),
  })
  return (
    <Note className="mb-6" icon="message-circle">
      <span className="flex flex-wrap items-center justify-between gap-2">
        {t('join.text', { space })}
        <Button size="sm" variant="primary" loading={join.isPending} onClick={() => join.mutate({ params: { id: spaceId } })}>
          {t('join.action')}
        </Button>
      </span>
    </Note>
  )
}

export default function Comments({ kind, id, count, enabled, sort: preferred = 'oldest', keys = true }: RecordComments) {
  const t = useT()
  const { member, viewOnly } = useSession()
  const [sort, setSort] = useState<CommentSort>(preferred)
  // Whoever has joined to say something goes on to say it.
  const [fresh, setFresh] = useState(false)
  const ask = useVisitor()
  const wish = `comment:${kind}:${id}`
  useVisitorWish(wish, () => setFresh(true))
  const query = useReadPages(routes.recordComments, { params: { kind, id }, query: { sort } }, { keepPrevious: true })
  useLive(kind, id)
  useRecordKeys(keys)
  const comments = query.data?.pages.flatMap((page) => page.records) ?? []

  const target = useTarget()
  const lead = useLead()
  const listed = target !== null && comments.some((comment) => comment.id === target || comment.replies.some((reply) => reply.id === target))
  // Linked from elsewhere and not among the pages that are here: its thread is fetched and shown first.
  const linked = useRead(
    routes.recordCommentHierarchy,
    { params: { kind, id }, query: { comment_id: target ?? 0 } },
    { enabled: target !== null && !query.isPending && !listed },
  )
  const pinned = target !== null && !listed && linked.data && 'comment' in linked.data ? linked.data.comment : undefined
  useReveal(target === null ? null : `message_${target}`, listed || pinned !== undefined)

  const first = query.data?.pages[0]
  const writes = enabled && !viewOnly && first?.policies.can_comment === true
  const toJoin = enabled && first?.policies.can_join ? first.space_id : null
  return (
    <section id="comments" aria-labelledby="comments-title" className="mt-6 scroll-mt-20">
      <div className="mb-4 flex items-center justify-between gap-2">
        <h2 id="comments-title" className="text-17">
          {count > 0 ? t('comments.count', { count }) : t('comments.zero')}
        </h2>
        {count > 1 && (
          <Menu
            trigger={
              <Button size="sm" variant="ghost">
                {t(`sort.${sort}`)}
                <Icon name="chevron-down" className="size-4" />
              </Button>
            }
            items={SORTS.map((value) => ({ label: t(`sort.${value}`), checked: value === sort, onSelect: () => setSort(value) }))}
          />
        )}
      </div>
      {writes && (
        <div className="mb-7">
          <ReplyBox kind={kind} id={id} autoFocus={fresh} onDone={(made) => lead(made.id)} />
        </div>
      )}
      {toJoin !== null && <Join spaceId={toJoin} space={first?.space_to_join ?? ''} onJoined={() => setFresh(true)} />}
      {!enabled && (
        <Note className="mb-6" icon="lock">
          {t('closed')}
        </Note>
      )}
      {!member && enabled && (
        <Note className="mb-6" icon="log-in">
          <span className="flex flex-wrap items-center justify-between gap-2">
            {t('signIn.text')}
            <Button size="sm" data-press={wish} onClick={() => ask({ title: t('visitor.comment'), wish })}>
              {t('signIn.action')}
            </Button>
          </span>
        </Note>
      )}
      {target !== null && linked.error && !listed && (
        <Note tone="warning" className="mb-6">
          {t('linkedGone')}
        </Note>
      )}
      {query.error && !query.data ? (
        <Failure error={query.error} onRetry={() => void query.refetch()} />
      ) : query.isPending ? (
        <Loading>
          <div className="grid gap-6">
            {Array.from({ length: Math.min(Math.max(count, 1), 3) }, (_, row) => (
              <div key={row} className="grid grid-cols-[32px_1fr] gap-3">
                <Skeleton w={32} h={32} round />
                <SkeletonText lines={2} />
              </div>
            ))}
          </div>
        </Loading>
      ) : comments.length === 0 && !pinned ? (
        // visitors are asked to sign in above: first they cannot be
        enabled && member && toJoin === null && <EmptyState icon="message-circle" title={t('none')} text={t('noneText')} className="py-6" />
      ) : (
        <ul className="grid grid-cols-1 gap-[22px]">
          {pinned && <Thread key={`linked-${pinned.id}`} kind={kind} id={id} comment={pinned} target={target} />}
          {comments
            .filter((comment) => comment.id !== pinned?.id)
            .map((comment) => (
              <Thread key={comment.id} kind={kind} id={id} comment={comment} target={target} />
            ))}
        </ul>
      )}
      <LoadMore query={query} />
    </section>
  )
}

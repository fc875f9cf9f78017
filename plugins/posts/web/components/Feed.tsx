/** A paged list of posts that stays live: newcomers are announced, not pushed in under the reader's eyes. */
import { Button, EmptyState, ErrorState, LoadMore, type useReadPages, useShortcut, useT } from '@atrium/sdk/web'
import { type ReactNode, useRef } from 'react'
import type { PostReply } from '../../contract.ts'
import { PostCard } from './PostCard.tsx'
import { PostSkeleton } from './PostSkeleton.tsx'

export interface FeedProps {
  query: ReturnType<typeof useReadPages>
  /** Draws the posts; default: as cards, one under the other. */
  children?: (posts: readonly PostReply[]) => ReactNode
  /** What the drawing is called. */
  view?: string
  fresh: number
  onShowFresh: () => void
  empty: { title: string; text: string; action?: ReactNode }
}

const asCards = (posts: readonly PostReply[]) => (
  <div className="grid grid-cols-1 gap-4">
    {posts.map((post) => (
      <PostCard key={post.id} post={post} />
    ))}
  </div>
)

export function Feed({ query, children = asCards, view = 'posts', fresh, onShowFresh, empty }: FeedProps) {
  const t = useT()
  const root = useRef<HTMLDivElement>(null)
  const step = (by: number) => {
    const cards = [...(root.current?.querySelectorAll<HTMLElement>('[data-post] h2 a') ?? [])]
    const at = cards.indexOf(document.activeElement as HTMLElement)
    const next = cards[Math.max(0, Math.min(cards.length - 1, at + by))]
    next?.focus()
    next?.closest('article')?.scrollIntoView({ block: 'start', behavior: 'smooth' })
  }
  useShortcut('j', () => step(1), t('keys.next'))
  useShortcut('k', () => step(-1), t('keys.previous'))

  if (query.isPending) return <PostSkeleton />
  if (query.isError && !query.data) return <ErrorState error={query.error} onRetry={() => query.refetch()} />
  const posts = (query.data?.pages ?? []).flatMap((page) => (page as { records: PostReply[] }).records)
  return (
    <div ref={root} className="grid grid-cols-1 gap-4">
      {fresh > 0 && (
        <div className="sticky top-[calc(var(--header-h)+8px)] z-10 flex justify-center" role="status">
          <Button variant="primary" size="sm" icon="arrow-up" onClick={onShowFresh}>
            {t('feed.fresh', { count: fresh })}
          </Button>
        </div>
      )}
      {posts.length === 0 ? (
        <EmptyState icon="file-text" title={empty.title} text={empty.text} action={empty.action} />
      ) : (
        <div role="feed" className="min-w-0" aria-busy={query.isFetching} aria-label={t('feed.label')} data-view={view}>
          {children(posts)}
        </div>
      )}
      <LoadMore query={query} />
    </div>
  )
}

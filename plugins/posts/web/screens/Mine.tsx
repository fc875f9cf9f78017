/** One's own posts by status: drafts to go on with, scheduled ones, and what is out. */
import {
  Badge,
  Card,
  EmptyState,
  ErrorState,
  Icon,
  Link,
  LinkButton,
  LoadMore,
  PageHeader,
  Screen,
  Skeleton,
  Tabs,
  Time,
  useReadPages,
  useSearch,
  useT,
} from '@atrium/sdk/web'
import contract, { type PostReply } from '../../contract.ts'
import { PostMenu } from '../components/PostMenu.tsx'

const STATUSES = ['draft', 'scheduled', 'published'] as const

export default function Mine() {
  const t = useT()
  const search = useSearch()
  const status = STATUSES.find((item) => item === search.get('status')) ?? 'draft'
  const query = useReadPages(contract.routes.mine, { query: { status } }, { staleTime: 0 })
  const posts = query.data?.pages.flatMap((page) => page.records) ?? []
  return (
    <Screen name="posts/Mine" title={t('mine.title')}>
      <PageHeader
        title={t('mine.title')}
        text={t('mine.text')}
        actions={
          <LinkButton variant="primary" icon="plus" to="/c/-/new">
            {t('mine.new')}
          </LinkButton>
        }
      />
      <Tabs current={status} label={t('admin.status')} items={STATUSES.map((key) => ({ key, label: t(`list.${key}`), to: `/posts?status=${key}` }))} />
      <div className="mt-4">
        {query.isPending ? (
          <Skeleton w="100%" h={280} />
        ) : query.isError && !query.data ? (
          <ErrorState error={query.error} onRetry={() => query.refetch()} />
        ) : posts.length === 0 ? (
          <EmptyState icon="file-text" title={t(`mine.none_${status}`)} text={t('admin.none_text')} />
        ) : (
          <Card>
            <ul className="divide-y divide-border">
              {posts.map((post) => (
                <Row key={post.id} post={post} />
              ))}
            </ul>
          </Card>
        )}
        <LoadMore query={query} />
      </div>
    </Screen>
  )
}

function Row({ post }: { post: PostReply }) {
  const t = useT()
  const moment = post.status === 'scheduled' ? post.scheduled_at : post.status === 'published' ? post.published_at : post.updated_at
  return (
    <li className="flex items-center gap-3 px-4 py-3">
      <Icon name={post.post_type === 'image' ? 'images' : post.status === 'scheduled' ? 'clock' : 'file-text'} />
      <div className="min-w-0 flex-1">
        <Link to={post.status === 'draft' ? `${post.url}/edit` : post.url} className="block truncate font-medium hover:underline">
          {post.display_title || t('card.untitled')}
        </Link>
        <p className="truncate text-13 text-text-3">
          {post.space.emoji} {post.space.name} · {t(`mine.when_${post.status}`)}{' '}
          {moment && <Time within value={moment} kind={post.status === 'scheduled' ? 'datetime' : 'relative'} />}
        </p>
      </div>
      {post.flagged_for_approval_at && <Badge tone="warning">{t(post.status === 'published' ? 'post.hidden_title' : 'post.held_title')}</Badge>}
      <PostMenu post={post} />
    </li>
  )
}

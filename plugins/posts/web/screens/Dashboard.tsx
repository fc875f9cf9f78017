/** Posts by status: own drafts and, for those who manage posts, everybody's. */
import {
  Badge,
  Checkbox,
  DataTable,
  EmptyState,
  ErrorState,
  Link,
  LoadMore,
  PageHeader,
  Screen,
  SearchField,
  Skeleton,
  Tabs,
  Time,
  useReadPages,
  useSearch,
  useSession,
  useT,
} from '@atrium/sdk/web'
import { useDeferredValue, useState } from 'react'
import contract, { type PostReply } from '../../contract.ts'
import { PostMenu } from '../components/PostMenu.tsx'

const STATUSES = ['all', 'published', 'scheduled', 'draft'] as const

export default function Dashboard() {
  const t = useT()
  const { can } = useSession()
  const search = useSearch()
  const status = STATUSES.find((item) => item === search.get('status')) ?? 'all'
  const [text, setText] = useState('')
  const [everybody, setEverybody] = useState(can('posts.manage'))
  const search_text = useDeferredValue(text.trim()) || undefined
  const query = useReadPages(contract.routes.mine, { query: { status, search_text, ...(everybody ? { all_authors: true } : {}) } })
  const posts = (query.data?.pages ?? []).flatMap((page) => (page as { records: PostReply[] }).records)
  return (
    <Screen name="posts/Dashboard" title={t('admin.posts')} layout="wide">
      <PageHeader title={t('admin.posts')} text={t('admin.posts_text')} />
      <Tabs current={status} items={STATUSES.map((key) => ({ key, label: t(`status.${key}`), to: `/settings/posts?status=${key}` }))} />
      <div className="my-4 flex flex-wrap items-center gap-3">
        <SearchField value={text} onChange={setText} placeholder={t('admin.search')} />
        {can('posts.manage') && <Checkbox label={t('admin.everybody')} checked={everybody} onChange={setEverybody} />}
      </div>
      {query.isPending ? (
        <Skeleton w="100%" h={320} />
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => query.refetch()} />
      ) : (
        <>
          <DataTable
            label={t('admin.posts')}
            rows={posts}
            rowKey={(post: PostReply) => post.id}
            empty={<EmptyState icon="file-text" title={t('admin.none_title')} text={t('admin.none_text')} />}
            columns={[
              {
                key: 'name',
                title: t('admin.title'),
                render: (post: PostReply) => (
                  <Link to={post.url} className="font-medium hover:underline">
                    {post.display_title || t('admin.untitled')}
                  </Link>
                ),
              },
              {
                key: 'status',
                title: t('admin.status'),
                render: (post: PostReply) => (
                  <Badge tone={post.status === 'published' ? 'success' : post.status === 'scheduled' ? 'info' : undefined}>{t(`status.${post.status}`)}</Badge>
                ),
              },
              { key: 'space', title: t('compose.space'), render: (post: PostReply) => post.space.name },
              { key: 'author', title: t('admin.author'), render: (post: PostReply) => post.author.name },
              { key: 'comments', title: t('admin.comments'), align: 'right', render: (post: PostReply) => post.comments_count },
              { key: 'likes', title: t('admin.likes'), align: 'right', render: (post: PostReply) => post.user_likes_count },
              {
                key: 'date',
                title: t('admin.date'),
                render: (post: PostReply) => <Time value={post.published_at ?? post.scheduled_at ?? post.created_at} kind="date" />,
              },
              { key: 'menu', title: '', render: (post: PostReply) => <PostMenu post={post} /> },
            ]}
          />
          <LoadMore query={query} />
        </>
      )}
    </Screen>
  )
}

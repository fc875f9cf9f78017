/** All posts by status for those who manage them: filters, choice across pages, one act on many. */
import {
  AdminPage,
  Badge,
  Button,
  Checkbox,
  EmptyState,
  PagedTable,
  Field,
  Link,
  SearchField,
  Select,
  Tabs,
  Time,
  toast,
  useRead,
  useReadPages,
  useSearch,
  useSession,
  useSettled,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useEffect, useState } from 'react'
import spaces from '../../../spaces/contract.ts'
import contract, { type PostReply } from '../../contract.ts'
import { BulkBar } from '../components/BulkBar.tsx'
import { PostMenu } from '../components/PostMenu.tsx'

const STATUSES = ['all', 'published', 'scheduled', 'draft', 'deleted'] as const

export default function Dashboard() {
  const t = useT()
  const { can } = useSession()
  const search = useSearch()
  const status = STATUSES.find((item) => item === search.get('status')) ?? 'all'
  const [text, setText] = useState('')
  const [spaceId, setSpaceId] = useState('')
  const [everybody, setEverybody] = useState(can('posts.manage'))
  const [selected, setSelected] = useState<ReadonlySet<number | string>>(new Set())
  const search_text = useSettled(text.trim()) || undefined
  const list = useRead(spaces.routes.list, { query: { include_sidebar: true } })
  const filter = { status, search_text, ...(spaceId ? { space_id: Number(spaceId) } : {}), ...(everybody ? { all_authors: true } : {}) }
  const query = useReadPages(contract.routes.mine, { query: filter }, { keepPrevious: true })
  const count = query.data?.pages[0]?.count ?? null
  // Another list is another choice, and what is chosen while the old one still stands would be chosen unseen.
  const key = JSON.stringify(filter)
  useEffect(() => setSelected(new Set()), [key, query.isPlaceholderData])
  return (
    <AdminPage name="posts/Dashboard" title={t('admin.posts')} text={t('admin.posts_text')} who="posts.manage" wide>
      <Tabs
        current={status}
        label={t('admin.status')}
        items={STATUSES.map((item) => ({ key: item, label: t(`list.${item}`), to: `/settings/posts?status=${item}` }))}
      />
      <div className="my-4 flex flex-wrap items-center gap-3">
        <SearchField value={text} onChange={setText} placeholder={t('admin.search')} className="w-full! desk:w-64!" />
        <Field label={t('compose.space')} hideLabel>
          <Select
            size="sm"
            value={spaceId}
            onChange={(event) => setSpaceId(event.target.value)}
            options={[
              { value: '', label: t('admin.all_spaces') },
              ...(list.data?.records ?? []).map((space) => ({ value: String(space.id), label: `${space.emoji ?? ''} ${space.name}`.trim() })),
            ]}
          />
        </Field>
        {can('posts.manage') && <Checkbox label={t('admin.everybody')} checked={everybody} onChange={setEverybody} />}
        {count !== null && <span className="ms-auto text-13 text-text-3 tabular-nums">{t('admin.count', { count })}</span>}
      </div>
      <PagedTable
        query={query}
        height={320}
        label={t('admin.posts')}
        rowKey={(post: PostReply) => post.id}
        selection={{ selected, onChange: setSelected }}
        empty={
          status === 'deleted' ? (
            <EmptyState icon="trash-2" title={t('admin.none_deleted')} text={t('admin.none_deleted_text')} />
          ) : status === 'all' && !search_text && !spaceId ? (
            <EmptyState icon="file-text" title={t('admin.no_posts')} text={t('admin.no_posts_text')} />
          ) : (
            <EmptyState icon="file-text" title={t('admin.none_title')} text={t('admin.none_text')} />
          )
        }
        columns={[
          {
            key: 'name',
            title: t('admin.title'),
            className: 'min-w-44',
            render: (post: PostReply) =>
              status === 'deleted' ? (
                <span className="font-medium">{post.display_title || t('admin.untitled')}</span>
              ) : (
                <Link to={post.url} className="font-medium hover:underline">
                  {post.display_title || t('admin.untitled')}
                </Link>
              ),
          },
          {
            key: 'status',
            state: true,
            title: t('admin.status'),
            render: (post: PostReply) => <PostState post={post} />,
          },
          { key: 'space', title: t('compose.space'), render: (post: PostReply) => post.space.name },
          { key: 'author', title: t('admin.author'), className: 'whitespace-nowrap', render: (post: PostReply) => post.author.name },
          { key: 'topics', title: t('card.topics'), render: (post: PostReply) => post.topics.map(({ name }) => name).join(', ') },
          { key: 'comments', title: t('admin.comments'), align: 'right', render: (post: PostReply) => post.comments_count },
          { key: 'likes', title: t('admin.likes'), align: 'right', render: (post: PostReply) => post.user_likes_count },
          {
            key: 'date',
            title: t('admin.date'),

            className: 'whitespace-nowrap',
            render: (post: PostReply) => <Time value={post.published_at ?? post.scheduled_at ?? post.created_at} kind="day" />,
          },
          {
            key: 'menu',
            pinned: true,
            title: <span className="sr-only">{t('menu.open')}</span>,
            render: (post: PostReply) => (status === 'deleted' ? <Restore post={post} /> : <PostMenu post={post} />),
          },
        ]}
      />
      {selected.size > 0 && <BulkBar ids={[...selected].map(Number)} count={count} filter={filter} onDone={() => setSelected(new Set())} />}
    </AdminPage>
  )
}

/** What is held for review is a draft that its author has published. */
function PostState({ post: { status, flagged_for_approval_at } }: { post: PostReply }) {
  const t = useT()
  if (flagged_for_approval_at) return <Badge tone="warning">{t('status.held')}</Badge>
  return <Badge tone={status === 'published' ? 'success' : status === 'scheduled' ? 'info' : undefined}>{t(`status.${status}`)}</Badge>
}

function Restore({ post }: { post: PostReply }) {
  const t = useT()
  const restore = useWrite(contract.routes.restore, {
    invalidates: [contract],
    onSuccess: () => toast.success(t('menu.restored')),
    onError: (error) => toast.error(error.message),
  })
  return (
    <Button size="sm" icon="undo-2" loading={restore.isPending} onClick={() => restore.mutate({ params: { spaceId: post.space.id, postSlug: post.slug } })}>
      {t('bulk.restore')}
    </Button>
  )
}

/** One post with its comments. */
import {
  Avatar,
  Badge,
  ErrorState,
  IconButton,
  Link,
  LinkButton,
  Note,
  Picture,
  Query,
  RATIOS,
  RichText,
  Screen,
  Slot,
  Time,
  toast,
  useEvent,
  useNavigate,
  useParams,
  useQueryCache,
  useRead,
  useRoom,
  useT,
} from '@atrium/sdk/web'
import content from '../../../content/contract.ts'
import contract, { type PostReply } from '../../contract.ts'
import { PostActions } from '../components/PostCard.tsx'
import { PostMenu } from '../components/PostMenu.tsx'
import { PostSkeleton } from '../components/PostSkeleton.tsx'

const WORDS_A_MINUTE = 220

export default function Post() {
  const { space, slug } = useParams<{ space: string; slug: string }>()
  const query = useRead(contract.routes.show, { params: { spaceId: space, postSlug: slug } })
  const t = useT()
  if (query.isError)
    return (
      <Screen name="posts/Post" title={t('post.missing')}>
        {<ErrorState error={query.error} onRetry={() => query.refetch()} />}
      </Screen>
    )
  return (
    <Screen name="posts/Post" title={query.data?.display_title ?? t('post.loading')} aside={query.data && <Aside post={query.data} />}>
      <Query query={query} skeleton={<PostSkeleton cards={1} />}>
        {(post: PostReply) => <Reading post={post} />}
      </Query>
    </Screen>
  )
}

function Reading({ post }: { post: PostReply }) {
  const t = useT()
  const navigate = useNavigate()
  const cache = useQueryCache()
  useRoom('space', post.space_id)
  useRoom('record', `post:${post.id}`)
  useEvent(contract.events['post.updated'], (payload) => {
    if (payload.postId === post.id) cache.invalidate(contract.routes.show)
  })
  const recount = (payload: { recordKind: string; recordId: number }) => {
    if (payload.recordKind === 'post' && payload.recordId === post.id) cache.invalidate(contract.routes.show)
  }
  useEvent(content.events['comment.created'], recount)
  useEvent(content.events['comment.deleted'], recount)
  const minutes = Math.max(1, Math.round(post.body_plain_text.split(/\s+/).length / WORDS_A_MINUTE))
  const leave = () => navigate(`/c/${post.space.slug}`)
  useEvent(contract.events['post.deleted'], (payload) => {
    if (payload.postId !== post.id) return
    toast.error(t('post.gone'))
    leave()
  })
  const share = () => {
    const url = `${location.origin}${post.url}`
    if (navigator.share) void navigator.share({ title: post.display_title, url }).catch(() => undefined)
    else void navigator.clipboard.writeText(url).then(() => toast.success(t('menu.copied')))
  }
  return (
    <article>
      <div className="mb-3 flex items-center justify-between gap-2">
        <LinkButton variant="ghost" size="sm" icon="arrow-left" to={`/c/${post.space.slug}`}>
          {post.space.name}
        </LinkButton>
        <div className="flex items-center gap-1">
          <IconButton icon="share-2" label={t('post.share')} onClick={share} />
          <PostMenu post={post} onDeleted={leave} />
        </div>
      </div>
      {post.status === 'draft' && (
        <Note tone="warning" title={t('post.draft_title')}>
          {t('post.draft_text')}
        </Note>
      )}
      {post.status === 'scheduled' && post.scheduled_at && (
        <Note tone="info" title={t('post.scheduled_title')}>
          <Time value={post.scheduled_at} kind="datetime" />
        </Note>
      )}
      <h1 className="text-24 leading-[1.875rem] font-semibold tracking-[-0.021em] text-balance sm:text-32 sm:leading-[2.375rem]">{post.display_title}</h1>
      {!post.hide_meta_info && (
        <header className="mt-4 mb-4 flex items-center gap-3">
          <Avatar name={post.author.name} id={post.author.id} src={post.author.avatar_url} size={40} />
          <div className="min-w-0">
            <p className="flex items-center gap-1.5">
              <Link to={`/u/${post.author.public_uid}`} className="truncate font-semibold hover:underline">
                {post.author.name}
              </Link>
              {post.author.roles.admin && <Badge>{t('card.admin')}</Badge>}
            </p>
            <p className="truncate text-13 text-text-3">
              {post.author.headline && `${post.author.headline} · `}
              <Time value={post.published_at ?? post.created_at} kind="datetime" />
              {` · ${t('post.minutes', { count: minutes })}`}
              {post.edited_at && ` · ${t('card.edited')}`}
            </p>
          </div>
        </header>
      )}
      {post.cover_image_url && (
        <div className="mb-6 overflow-hidden rounded-card">
          <Picture src={post.cover_image_url} ratio={RATIOS.openGraph} alt="" priority />
        </div>
      )}
      <RichText doc={post.tiptap_body.body} />
      {post.topics.length > 0 && (
        <ul className="mt-6 flex flex-wrap gap-1.5" aria-label={t('card.topics')}>
          {post.topics.map((topic) => (
            <li key={topic.id}>
              <Badge>{topic.name}</Badge>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-6 border-y border-border py-1">
        <PostActions post={post} words />
      </div>
      <Slot
        name="post.comments"
        props={{
          kind: 'post',
          id: post.id,
          spaceId: post.space_id,
          count: post.comments_count,
          enabled: post.is_comments_enabled && post.status === 'published',
        }}
      />
    </article>
  )
}

function Aside({ post }: { post: PostReply }) {
  return (
    <>
      <section>
        <h2 className="mb-2.5 text-13 font-semibold">{post.author.name}</h2>
        <div className="flex items-center gap-3">
          <Avatar name={post.author.name} id={post.author.id} src={post.author.avatar_url} size={40} />
          <p className="text-13 text-text-2">{post.author.headline}</p>
        </div>
      </section>
      <Slot name="post.aside" props={{ postId: post.id, spaceId: post.space_id }} />
    </>
  )
}

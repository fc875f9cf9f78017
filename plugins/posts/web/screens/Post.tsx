/** One post with its comments. */
import {
  Avatar,
  Badge,
  Button,
  EmptyState,
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
  useSlotFilled,
  Time,
  toast,
  useEvent,
  useNavigate,
  useParams,
  useQueryCache,
  useRead,
  useRoom,
  useSession,
  useT,
  useWrite,
  wayBack,
  useShare,
} from '@atrium/sdk/web'
import { useEffect } from 'react'
import content from '../../../content/contract.ts'
import contract, { type PostReply } from '../../contract.ts'
import { Beside } from '../components/Beside.tsx'
import { PostActions } from '../components/PostCard.tsx'
import { Gallery } from '../components/Gallery.tsx'
import { Attachments, Topics } from '../components/parts.tsx'
import { PostMenu } from '../components/PostMenu.tsx'
import { PostSkeleton } from '../components/PostSkeleton.tsx'
import { useLive } from '../components/useLive.ts'

const WORDS_A_MINUTE = 220

export default function Post() {
  const { space, slug } = useParams<{ space: string; slug: string }>()
  const query = useRead(contract.routes.show, { params: { spaceId: space, postSlug: slug } })
  const t = useT()
  const navigate = useNavigate()
  const post = query.data
  // It has moved to another space while it was read.
  const moved = post && !post.is_shared_view && post.space.slug !== space ? post.url : null
  useEffect(() => {
    if (moved) navigate(moved + location.search + location.hash, { replace: true })
  }, [moved, navigate])
  if (query.isError)
    return (
      <Screen name="posts/Post" title={t('post.missing')}>
        {query.error.status === 404 ? (
          <EmptyState
            icon="compass"
            title={t('post.missing')}
            text={t('post.missing_text')}
            action={<LinkButton to={`/c/${space}`}>{t('post.space')}</LinkButton>}
          />
        ) : (
          <ErrorState error={query.error} onRetry={() => query.refetch()} />
        )}
      </Screen>
    )
  return (
    <Screen
      name="posts/Post"
      title={query.data?.display_title ?? t('post.loading')}
      aside={query.data && !query.data.is_shared_view && <Beside post={query.data} />}
    >
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
  const { community } = useSession()
  useRoom('space', post.is_shared_view ? undefined : post.space_id)
  useRoom('record', post.is_shared_view ? undefined : `post:${post.id}`)
  useEvent(contract.events['post.updated'], (payload) => {
    if (payload.postId === post.id) cache.invalidate(contract.routes.show)
  })
  useLive(post)
  const recount = (payload: { recordKind: string; recordId: number }) => {
    if (payload.recordKind === 'post' && payload.recordId === post.id) cache.invalidate(contract.routes.show)
  }
  useEvent(content.events['comment.created'], recount)
  useEvent(content.events['comment.deleted'], recount)
  const minutes = Math.max(1, Math.round(post.body_plain_text.split(/\s+/).length / WORDS_A_MINUTE))
  const leave = () => navigate(`/c/${post.space.slug}`)
  const me = useSession().member?.id
  const mine = me === post.author.id
  const gone = (payload: { postId: number; byMemberId?: number | null }) => {
    if (payload.postId !== post.id) return
    // its author reads at its address who removed it and why; who removed it was told where they did, with the way back
    if (mine || (me !== undefined && payload.byMemberId === me)) return void cache.invalidate(contract.routes.show)
    toast.error(t('post.gone'))
    leave()
  }
  useEvent(contract.events['post.deleted'], gone)
  useEvent(contract.events['post.unpublished'], (payload) => (post.policies.can_update_post ? undefined : gone(payload)))
  const share = useShare()
  return (
    <article>
      <div className="mb-3 flex items-center justify-between gap-2">
        {post.is_shared_view ? (
          <span className="text-13 text-text-3">{t('post.shared', { community: community.name })}</span>
        ) : (
          <LinkButton variant="ghost" size="sm" icon="arrow-left" to={`/c/${post.space.slug}`}>
            {post.space.name}
          </LinkButton>
        )}
        <div className="flex items-center gap-1">
          <IconButton icon="share-2" label={t('post.share')} onClick={() => void share({ title: post.display_title, url: `${location.origin}${post.url}` })} />
          {!post.is_shared_view && <PostMenu post={post} onDeleted={leave} />}
        </div>
      </div>
      {(post.status !== 'published' || post.flagged_for_approval_at) && <Unseen post={post} />}
      <h1 className="text-24 leading-[1.875rem] font-semibold tracking-[-0.021em] text-balance sm:text-32 sm:leading-[2.375rem]">
        {post.display_title || t('card.untitled')}
      </h1>
      {!post.hide_meta_info && (
        <header className="mt-4 mb-4 flex items-center gap-3">
          <Avatar name={post.author.name} id={post.author.id} src={post.author.avatar_url} size={40} />
          <div className="min-w-0">
            <p className="flex items-center gap-1.5">
              <Link to={`/u/${post.author.public_uid}`} className="truncate font-semibold hover:underline">
                {post.author.name}
              </Link>
              {post.author.roles.admin && <Badge>{t('card.admin')}</Badge>}
              {post.author.roles.agent && <Badge tone="info">{t('card.agent')}</Badge>}
            </p>
            {/* the headline gives way on a narrow screen, the time never */}
            <p className="flex min-w-0 gap-x-1 text-13 text-text-3 max-sm:flex-wrap">
              {post.author.headline && (
                <>
                  <span className="min-w-0 truncate">{post.author.headline}</span>
                  <span aria-hidden="true" className="max-sm:hidden">
                    ·
                  </span>
                </>
              )}
              <span className="shrink-0 max-sm:basis-full">
                <Time value={post.published_at ?? post.created_at} kind="datetime" />
                {` · ${t('post.minutes', { count: minutes })}`}
                {post.edited_at && ` · ${t('card.edited')}`}
              </span>
            </p>
          </div>
        </header>
      )}
      {post.cover_image_url && (
        <div className="mb-6 overflow-hidden rounded-card">
          <Picture src={post.cover_image_url} ratio={RATIOS.openGraph} alt="" priority />
        </div>
      )}
      {post.gallery && (
        <div className="mb-5">
          <Gallery gallery={post.gallery} layout="masonry" />
        </div>
      )}
      {!post.is_shared_view && <Slot of={contract.slots['post.lead']} props={readOf(post)} />}
      <div data-post-body>
        <RichText doc={post.tiptap_body.body} />
      </div>
      {!post.is_shared_view && <Slot of={content.slots['record.text']} props={{ kind: 'post', id: post.id }} />}
      {post.custom_html && <div className="rich-text mt-4 overflow-hidden" dangerouslySetInnerHTML={{ __html: post.custom_html }} />}
      <Attachments post={post} />
      <Topics post={post} className="mt-6" />
      {post.is_shared_view ? (
        <div className="mt-8">
          <Note tone="info" title={t('post.shared_title', { community: community.name })}>
            <LinkButton variant="primary" size="sm" to={`/user/sign_in${wayBack()}`}>
              {t('post.sign_in')}
            </LinkButton>
          </Note>
        </div>
      ) : (
        // nobody talks about what is hidden
        !isHidden(post) && <Talk post={post} />
      )}
    </article>
  )
}

const readOf = (post: PostReply) => ({ postId: post.id, letters: post.body_plain_text.length, comments: post.comments_count })

/** It was out, and is kept from everybody else. */
const isHidden = ({ status, flagged_for_approval_at }: PostReply) => status === 'published' && flagged_for_approval_at !== null

/** A post that is not out: what that means, and the way out. */
function Unseen({ post }: { post: PostReply }) {
  const t = useT()
  const publish = useWrite(contract.routes.update, {
    invalidates: [contract],
    onSuccess: (reply) => {
      toast.success(t('compose.done_published'))
      navigate(reply.url, { replace: true })
    },
    onError: (error) => toast.error(error.message),
  })
  const navigate = useNavigate()
  const scheduled = post.status === 'scheduled' && post.scheduled_at
  // a draft that waits to come out, or one that was out and is hidden
  const held = post.flagged_for_approval_at !== null
  const state = scheduled ? 'scheduled' : !held ? 'draft' : post.status === 'published' ? 'hidden' : 'held'
  const mine = useSession().member?.id === post.author.id
  const params = { spaceId: post.space_id, postSlug: post.slug }
  const asks = useSlotFilled(content.slots['record.hidden'])
  const title = t(`post.${state}_title`)
  if (mine && held && asks)
    return (
      <div className="mb-4">
        <Slot of={content.slots['record.hidden']} props={{ kind: 'post', id: post.id, title, text: t(`post.${state}_text`) }} />
      </div>
    )
  return (
    <div className="mb-4">
      <Note tone={scheduled ? 'info' : 'warning'} title={title}>
        <span className="flex flex-wrap items-center justify-between gap-2">
          {scheduled ? <Time value={scheduled} kind="datetime" /> : t(state === 'hidden' && !mine ? 'post.hidden_other' : `post.${state}_text`)}
          {post.policies.can_update_post && !(held && (mine || post.status === 'published')) && (
            <Button
              size="sm"
              loading={publish.isPending}
              onClick={() => !publish.isPending && publish.mutate({ params, body: { post: { status: 'published' } } })}
            >
              {t('post.publish_now')}
            </Button>
          )}
        </span>
      </Note>
    </div>
  )
}

/** What others say and do about the post. */
function Talk({ post }: { post: PostReply }) {
  if (post.status !== 'published') return null
  return (
    <>
      <div className="mt-6 border-y border-border py-1">
        <PostActions post={post} words />
      </div>
      <Slot of={contract.slots['post.talk']} props={readOf(post)} />
      <Slot
        of={content.slots['record.comments']}
        props={{
          kind: 'post',
          id: post.id,
          count: post.comments_count,
          enabled: post.is_comments_enabled && !post.is_comments_closed,
          sort: post.space.default_comment_sort,
        }}
      />
    </>
  )
}

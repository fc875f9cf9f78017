/** A post in a list: who, where, when, the first lines, and what one can do with it. */
import content from '../../../content/contract.ts'
import { Avatar, Badge, Icon, IconMark, Link, Picture, RATIOS, RichText, Slot, Time, useT } from '@atrium/sdk/web'
import type { PostReply } from '../../contract.ts'
import { Folded } from './Folded.tsx'
import { Gallery } from './Gallery.tsx'
import { PostMenu } from './PostMenu.tsx'
import { Attachments, Topics } from './parts.tsx'

interface PostCardProps {
  post: PostReply
  inSpace?: boolean
  pinnedLabel?: string | null
}
export const PostCard = (props: PostCardProps) => (
  <Folded post={props.post}>
    <Whole {...props} />
  </Folded>
)

function Whole({ post, inSpace = false, pinnedLabel }: PostCardProps) {
  const t = useT()
  return (
    <article
      className="rounded-card border border-border bg-surface px-4 pt-4 pb-2 transition-colors duration-[120ms] hover:border-field lg:px-5"
      data-post={post.id}
      aria-label={post.display_title}
    >
      {post.is_pinned_at_top_of_space && inSpace && (
        <p className="mb-2 flex items-center gap-1.5 text-12 font-medium text-text-3">
          <Icon name="pin" size="sm" />
          {pinnedLabel || t('card.pinned')}
        </p>
      )}
      <header className="flex items-center gap-3">
        {!post.hide_meta_info && <Avatar name={post.author.name} id={post.author.id} src={post.author.avatar_url} size={40} />}
        <div className="min-w-0 flex-1">
          {!post.hide_meta_info && (
            <div className="flex min-w-0 items-center gap-1.5">
              <Link to={`/u/${post.author.public_uid}`} className="truncate text-15 leading-6 font-semibold hover:underline">
                {post.author.name}
              </Link>
              {post.author.roles.admin && <Badge>{t('card.admin')}</Badge>}
              {post.author.roles.agent && <Badge tone="info">{t('card.agent')}</Badge>}
              {post.author.headline && <span className="hidden truncate text-13 text-text-3 sm:inline">{post.author.headline}</span>}
            </div>
          )}
          <p className="flex min-w-0 items-center gap-1.5 text-13 text-text-3">
            {!inSpace && (
              <Link to={`/c/${post.space.slug}`} className="min-h-6 truncate py-0.5 hover:underline">
                <IconMark value={post.space.emoji} className="w-4 align-middle" /> {post.space.name}
              </Link>
            )}
            {!post.hide_meta_info && (
              <>
                {!inSpace && <span aria-hidden="true">·</span>}
                <Time value={post.published_at ?? post.created_at} kind="relative" className="shrink-0" />
                {post.edited_at && <span className="shrink-0">· {t('card.edited')}</span>}
              </>
            )}
          </p>
        </div>
        <PostMenu post={post} />
      </header>
      <h2 className="mt-3 text-20 leading-[1.625rem] font-semibold tracking-[-0.018em]">
        <Link to={post.url} className="hover:text-link">
          {post.display_title || t('card.untitled')}
        </Link>
      </h2>
      <div className="mt-1.5 text-15 text-text-2">
        <RichText doc={post.tiptap_body.body} small />
        {post.is_truncated && (
          <Link to={post.url} className="mt-1 inline-block text-13 font-medium text-link">
            {t('card.more')}
          </Link>
        )}
      </div>
      {post.cover_image_url && (
        <Link to={post.url} className="-mx-4 mt-3 block lg:-mx-5" tabIndex={-1} aria-hidden="true">
          <Picture src={post.cover_image_url} ratio={RATIOS.openGraph} alt="" />
        </Link>
      )}
      {post.gallery && (
        <div className="-mx-4 mt-3 lg:-mx-5">
          <Gallery gallery={post.gallery} layout="mosaic" />
        </div>
      )}
      <Attachments post={post} />
      <Topics post={post} className="mt-3" />
      <PostActions post={post} />
    </article>
  )
}

/** The foot of a post, drawn by the plugin content: like, comments, faces, save. */
export function PostActions({ post, words = false }: { post: PostReply; words?: boolean }) {
  return (
    <Slot
      of={content.slots['record.actions']}
      props={{
        kind: 'post',
        likeableType: 'Post',
        id: post.id,
        path: post.url,
        liked: post.is_liked_by_current_user,
        likes: post.user_likes_count,
        likesEnabled: post.is_liking_enabled,
        comments: post.comments_count,
        bookmarkId: post.bookmark_id,
        following: post.is_following,
        reactions: post.reactions,
        words,
        sampleLikers: post.sample_user_likes_community_members,
      }}
      fallback={<div className="h-11" />}
    />
  )
}

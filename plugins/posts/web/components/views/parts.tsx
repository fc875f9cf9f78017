/** What the views of a list of posts share: who and when, how much was said, the picture or what stands for it. */
import { cut } from '@atrium/sdk'
import { Avatar, cx, Icon, Link, Picture, Time, useT } from '@atrium/sdk/web'
import type { ReactNode } from 'react'
import type { PostReply } from '../../../contract.ts'

/** What stands for the post: the first picture of its gallery, else its cover. */
export function faceOf(post: PostReply): { src: string; ratio: number | null; placeholder: string | null } | null {
  const image = post.gallery?.images[0]
  if (image) return { src: image.url, ratio: image.width && image.height ? image.width / image.height : null, placeholder: image.placeholder }
  return post.cover_image_url ? { src: post.cover_image_url, ratio: post.cover_image_ratio, placeholder: null } : null
}

/** The title; its link covers the whole of the nearest positioned element. */
export const Title = ({ post, className }: { post: PostReply; className?: string }) => (
  <h2 className={cx('text-15 font-semibold leading-[1.35rem]', className)}>
    <Link to={post.url} className="after:absolute after:inset-0 after:content-[''] group-hover/post:text-link">
      {post.display_title}
    </Link>
  </h2>
)

export function Pinned({ post, label }: { post: PostReply; label?: string | null }) {
  const t = useT()
  if (!post.is_pinned_at_top_of_space) return null
  return (
    <span className="inline-flex items-center gap-1 text-12 font-medium text-text-3">
      <Icon name="pin" size="sm" />
      {label || t('card.pinned')}
    </span>
  )
}

export function Meta({ post, face = false }: { post: PostReply; face?: boolean }) {
  if (post.hide_meta_info) return null
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-12 text-text-3">
      {face && <Avatar name={post.author.name} id={post.author.id} src={post.author.avatar_url} size={20} />}
      <span className="truncate">{post.author.name}</span>
      <span aria-hidden="true">·</span>
      <Time value={post.published_at ?? post.created_at} kind="relative" className="shrink-0" />
    </span>
  )
}

export function Counts({ post, className }: { post: PostReply; className?: string }) {
  const t = useT()
  const count = (icon: 'heart' | 'message-circle', value: number, label: string): ReactNode =>
    value > 0 && (
      <span className="inline-flex items-center gap-1">
        <Icon name={icon} size="sm" />
        <span aria-hidden="true">{value}</span>
        <span className="sr-only">{label}</span>
      </span>
    )
  return (
    <span className={cx('flex shrink-0 items-center gap-2.5 text-12 tabular-nums text-text-3', className)}>
      {count('heart', post.user_likes_count, t('view.likes', { count: post.user_likes_count }))}
      {count('message-circle', post.comments_count, t('reading.replies', { count: post.comments_count }))}
    </span>
  )
}

/** The picture; without one the first words on a quiet ground, so that a row of pictures has no holes. */
export function Cover({ post, ratio, className }: { post: PostReply; ratio: number; className?: string }) {
  const t = useT()
  const face = faceOf(post)
  const more = (post.gallery?.images_count ?? 1) - 1
  if (face)
    return (
      <span className={cx('relative block', className)}>
        <Picture src={face.src} ratio={ratio} placeholder={face.placeholder} alt="" />
        {more > 0 && (
          <span className="absolute top-2 end-2 inline-flex items-center gap-1 rounded-full bg-black/60 px-2 py-0.5 text-12 text-white tabular-nums">
            <Icon name="images" size="sm" label={t('gallery.more', { count: more })} />
            {more + 1}
          </span>
        )}
      </span>
    )
  return (
    <span
      aria-hidden="true"
      className={cx('block overflow-hidden bg-surface-2 p-3 text-12 leading-[1.15rem] text-text-3', className)}
      style={{ aspectRatio: ratio }}
    >
      {cut(post.body_plain_text, 220)}
    </span>
  )
}

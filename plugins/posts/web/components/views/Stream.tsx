/** Posts one under the other without frames, read to their end where they stand. */
import { Avatar, Button, Link, Picture, RichText, toast, useRead, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type PostReply } from '../../../contract.ts'
import { Folded } from '../Folded.tsx'
import { Gallery } from '../Gallery.tsx'
import { PostActions } from '../PostCard.tsx'
import { PostMenu } from '../PostMenu.tsx'
import { Meta, Pinned } from './parts.tsx'

function Item({ post, pinnedLabel }: { post: PostReply; pinnedLabel?: string | null }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const whole = useRead(contract.routes.show, { params: { spaceId: post.space_id, postSlug: post.slug } }, { enabled: open })
  const failed = open && whole.isError
  return (
    <article data-post={post.id} aria-label={post.display_title} className="border-b pb-2 pt-5 first:pt-0">
      <header className="flex gap-3">
        <Avatar name={post.author.name} id={post.author.id} src={post.author.avatar_url} size={40} />
        <div className="min-w-0 flex-1">
          <Pinned post={post} label={pinnedLabel} />
          <h2 className="text-17 font-semibold leading-6">
            <Link to={post.url} className="hover:text-link">
              {post.display_title}
            </Link>
          </h2>
          <Meta post={post} />
        </div>
        <PostMenu post={post} />
      </header>
      <div className="desk:ps-[52px]">
        <div className="mt-2 text-15 text-text-2">
          <RichText doc={whole.data?.tiptap_body.body ?? post.tiptap_body.body} small />
          {post.is_truncated && !whole.data && (
            <Button
              variant="ghost"
              size="sm"
              className="mt-1"
              loading={open && whole.isFetching}
              aria-expanded={open && !failed}
              onClick={() => (failed ? void whole.refetch().then(({ isError }) => isError && toast.error(t('view.failed'))) : setOpen(true))}
            >
              {t('card.more')}
            </Button>
          )}
        </div>
        {post.cover_image_url && (
          <Link to={post.url} className="mt-3 block overflow-hidden rounded-card border" tabIndex={-1} aria-hidden="true">
            <Picture src={post.cover_image_url} ratio={post.cover_image_ratio && post.cover_image_ratio > 1 ? post.cover_image_ratio : 1.9} alt="" />
          </Link>
        )}
        {post.gallery && (
          <div className="mt-3">
            <Gallery gallery={post.gallery} layout="mosaic" />
          </div>
        )}
        <PostActions post={post} />
      </div>
    </article>
  )
}

export const Stream = ({ posts, pinnedLabel }: { posts: readonly PostReply[]; pinnedLabel?: string | null }) => (
  <div>
    {posts.map((post) => (
      <Folded key={post.id} post={post}>
        <Item post={post} pinnedLabel={pinnedLabel} />
      </Folded>
    ))}
  </div>
)

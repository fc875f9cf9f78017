/** Posts as pictures: a wall of their own shapes, or squares in rows. For spaces whose posts are looked at more than read. */
import { Icon, Link, Picture, useT } from '@atrium/sdk/web'
import type { PostReply } from '../../contract.ts'

/** What stands for the post: the first picture of its gallery, else its cover. */
const faceOf = (post: PostReply) => {
  const image = post.gallery?.images[0]
  if (image) return { src: image.url, width: image.width, height: image.height, placeholder: image.placeholder }
  return post.cover_image_url ? { src: post.cover_image_url, width: null, height: null, placeholder: null } : null
}

function Tile({ post, square }: { post: PostReply; square: boolean }) {
  const t = useT()
  const face = faceOf(post)
  const more = (post.gallery?.images_count ?? 1) - 1
  return (
    <article data-post={post.id} className="group relative overflow-hidden rounded-card border border-border bg-surface">
      {face ? (
        <Picture
          src={face.src}
          ratio={square ? 1 : face.width && face.height ? Math.max(0.56, face.width / face.height) : 1.5}
          placeholder={face.placeholder}
          alt=""
        />
      ) : (
        <p className={square ? 'line-clamp-6 aspect-square p-4 pb-16 text-text-2' : 'line-clamp-6 p-4 text-text-2'}>{post.body_plain_text}</p>
      )}
      {more > 0 && (
        <span className="absolute top-2 right-2 inline-flex items-center gap-1 rounded-full bg-black/60 px-2 py-0.5 text-12 text-white tabular-nums">
          <Icon name="images" size="sm" label={t('gallery.more', { count: more })} />
          {more + 1}
        </span>
      )}
      <div className="p-3">
        <h2 className="truncate text-15 font-semibold">
          <Link to={post.url} className="after:absolute after:inset-0 hover:underline">
            {post.display_title || t('card.untitled')}
          </Link>
        </h2>
        <p className="flex items-center gap-2 text-13 text-text-3">
          <span className="min-w-0 flex-1 truncate">{!post.hide_meta_info && post.author.name}</span>
          {post.user_likes_count > 0 && (
            <span className="inline-flex items-center gap-1 tabular-nums">
              <Icon name="heart" size="sm" label={t('admin.likes')} />
              {post.user_likes_count}
            </span>
          )}
          {post.comments_count > 0 && (
            <span className="inline-flex items-center gap-1 tabular-nums">
              <Icon name="message-circle" size="sm" label={t('admin.comments')} />
              {post.comments_count}
            </span>
          )}
        </p>
      </div>
    </article>
  )
}

export const PostTiles = ({ posts, layout }: { posts: PostReply[]; layout: 'masonry' | 'grid' }) =>
  layout === 'grid' ? (
    <div className="grid grid-cols-2 gap-3 md:grid-cols-3">
      {posts.map((post) => (
        <Tile key={post.id} post={post} square />
      ))}
    </div>
  ) : (
    <div className="columns-2 gap-3 md:columns-3">
      {posts.map((post) => (
        <div key={post.id} className="mb-3 break-inside-avoid">
          <Tile post={post} square={false} />
        </div>
      ))}
    </div>
  )

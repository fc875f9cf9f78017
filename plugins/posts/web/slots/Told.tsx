/** A post in full beside the list of notifications. */
import { Avatar, Link, Picture, Query, RATIOS, RichText, SkeletonText, Time, useRead } from '@atrium/sdk/web'
import contract from '../../contract.ts'
import { Gallery } from '../components/Gallery.tsx'
import { Attachments, Topics } from '../components/parts.tsx'
import { PostActions } from '../components/PostCard.tsx'

export default function Told({ id }: { id: number }) {
  const query = useRead(contract.routes.details, { query: { post_ids: String(id) } })
  return (
    <Query query={query} skeleton={<SkeletonText />}>
      {([post]) =>
        post && (
          <article aria-label={post.display_title}>
            {!post.hide_meta_info && (
              <p className="mb-4 flex items-center gap-2.5 text-13 text-text-3">
                <Avatar name={post.author.name} id={post.author.id} src={post.author.avatar_url} size={32} />
                <Link to={`/u/${post.author.public_uid}`} className="font-medium text-text hover:underline">
                  {post.author.name}
                </Link>
                <Time value={post.published_at ?? post.created_at} kind="relative" />
              </p>
            )}
            {post.cover_image_url && <Picture src={post.cover_image_url} ratio={RATIOS.openGraph} alt="" className="mb-4 rounded-card" />}
            <RichText doc={post.tiptap_body.body} />
            {post.gallery && <Gallery gallery={post.gallery} layout="mosaic" />}
            <Attachments post={post} />
            <Topics post={post} className="mt-3" />
            <PostActions post={post} />
          </article>
        )
      }
    </Query>
  )
}

/** A list of posts in one of the views. */
import type { PostReply } from '../../../contract.ts'
import { PostCard } from '../PostCard.tsx'
import { Rows } from './Rows.tsx'
import { Stream } from './Stream.tsx'
import { Cards, Grid, Masonry } from './Tiles.tsx'
import type { View } from './useView.ts'

export interface PostListProps {
  posts: readonly PostReply[]
  view: View
  inSpace?: boolean
  /** What the space writes over its pinned posts. */
  pinnedLabel?: string | null
}
export function PostList({ posts, view, inSpace, pinnedLabel }: PostListProps) {
  const props = { posts, pinnedLabel }
  if (view === 'feed') return <Stream {...props} />
  if (view === 'cards') return <Cards {...props} />
  if (view === 'masonry') return <Masonry {...props} />
  if (view === 'grid') return <Grid {...props} />
  if (view === 'list' || view === 'thumbnail') return <Rows {...props} pictures={view === 'thumbnail'} />
  return (
    <div className="grid grid-cols-1 gap-4">
      {posts.map((post) => (
        <PostCard key={post.id} post={post} inSpace={inSpace} pinnedLabel={pinnedLabel} />
      ))}
    </div>
  )
}

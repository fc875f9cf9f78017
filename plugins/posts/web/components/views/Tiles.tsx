/** Posts as pictures: cards of one height, columns of their own heights, squares side by side. */
import { cx } from '@atrium/sdk/web'
import type { PostReply } from '../../../contract.ts'
import { Folded } from '../Folded.tsx'
import { PostMenu } from '../PostMenu.tsx'
import { Counts, Cover, faceOf, Meta, Pinned, Title } from './parts.tsx'

/** Covers on cards, and what a column takes a post without a picture for. */
const CARD_RATIO = 1.9
const TILE =
  'group/post relative overflow-hidden rounded-card border bg-surface transition-colors duration-[120ms] hover:border-field has-[h2_a:focus-visible]:border-field'

export interface TilesProps {
  posts: readonly PostReply[]
  pinnedLabel?: string | null
}
export const Cards = ({ posts, pinnedLabel }: TilesProps) => (
  <div className="grid gap-4 sm:grid-cols-2">
    {posts.map((post) => (
      <Folded key={post.id} post={post}>
        <article data-post={post.id} aria-label={post.display_title} className={cx(TILE, 'flex flex-col')}>
          <Cover post={post} ratio={CARD_RATIO} className="w-full border-b" />
          <div className="flex flex-1 flex-col gap-1.5 p-4 pt-3">
            <Pinned post={post} label={pinnedLabel} />
            <div className="flex items-start gap-2">
              <Title post={post} className="line-clamp-2 flex-1" />
              <span className="relative z-1 -me-2 -mt-1.5">
                <PostMenu post={post} />
              </span>
            </div>
            {faceOf(post) && <p className="line-clamp-2 text-13 text-text-2">{post.body_plain_text}</p>}
            <div className="mt-auto flex items-center justify-between gap-3 pt-1.5">
              <Meta post={post} face />
              <Counts post={post} />
            </div>
          </div>
        </article>
      </Folded>
    ))}
  </div>
)

/** Very tall and very wide pictures are cut: one of them must not take the screen. */
const NARROWEST = 0.6
const WIDEST = 2.4
const ratioOf = (post: PostReply) => Math.max(NARROWEST, Math.min(WIDEST, faceOf(post)?.ratio ?? CARD_RATIO))

/** Each post goes to the column that is shorter so far: posts keep their places when more come. */
function columnsOf(posts: readonly PostReply[]): [PostReply[], PostReply[]] {
  const columns: [PostReply[], PostReply[]] = [[], []]
  const heights = [0, 0]
  for (const post of posts) {
    const at = heights[0]! <= heights[1]! ? 0 : 1
    columns[at]!.push(post)
    heights[at]! += 0.35 + (faceOf(post) ? 1 / ratioOf(post) : 0.2)
  }
  return columns
}
export const Masonry = ({ posts, pinnedLabel }: TilesProps) => (
  <div className="grid grid-cols-2 items-start gap-3 desk:gap-4">
    {columnsOf(posts).map((column, index) => (
      <div key={index} className="grid gap-3 desk:gap-4">
        {column.map((post) => (
          <Folded key={post.id} post={post}>
            <article data-post={post.id} aria-label={post.display_title} className={TILE}>
              {faceOf(post) && <Cover post={post} ratio={ratioOf(post)} className="w-full" />}
              <div className="grid gap-1 p-3">
                <Pinned post={post} label={pinnedLabel} />
                <Title post={post} className="line-clamp-3" />
                {!faceOf(post) && <p className="line-clamp-4 text-13 text-text-2">{post.body_plain_text}</p>}
                <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
                  <Meta post={post} />
                  <Counts post={post} />
                </div>
              </div>
            </article>
          </Folded>
        ))}
      </div>
    ))}
  </div>
)

export const Grid = ({ posts }: TilesProps) => (
  <div className="grid grid-cols-2 gap-1 sm:grid-cols-3 desk:gap-2">
    {posts.map((post) => {
      const pictured = faceOf(post) !== null
      return (
        <Folded key={post.id} post={post}>
          <article
            data-post={post.id}
            aria-label={post.display_title}
            className="group/post relative overflow-hidden rounded-control border bg-surface-2 has-[h2_a:focus-visible]:outline-2 has-[h2_a:focus-visible]:outline-(--focus)"
          >
            <Cover post={post} ratio={1} className={cx('w-full', !pictured && 'invisible')} />
            <div
              className={cx(
                'absolute inset-x-0 bottom-0 p-3',
                pictured
                  ? 'bg-linear-to-t from-black/75 to-transparent pt-10 text-white transition-opacity desk:opacity-0 desk:group-focus-within/post:opacity-100 desk:group-hover/post:opacity-100'
                  : 'top-0 flex flex-col justify-between',
              )}
            >
              <Title post={post} className={cx('text-13', pictured ? 'line-clamp-2 [&_a]:text-white!' : 'line-clamp-6')} />
              {!pictured && <Meta post={post} />}
            </div>
          </article>
        </Folded>
      )
    })}
  </div>
)

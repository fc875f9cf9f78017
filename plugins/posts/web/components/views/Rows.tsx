/** Posts in rows: their titles alone, or beside a small picture. */
import { Card } from '@atrium/sdk/web'
import type { PostReply } from '../../../contract.ts'
import { Folded } from '../Folded.tsx'
import { PostMenu } from '../PostMenu.tsx'
import { Counts, Cover, Meta, Pinned, Title } from './parts.tsx'

export function Rows({ posts, pinnedLabel, pictures }: { posts: readonly PostReply[]; pinnedLabel?: string | null; pictures?: boolean }) {
  return (
    <Card className="overflow-hidden">
      {posts.map((post) => (
        <Folded key={post.id} post={post}>
          <article
            data-post={post.id}
            aria-label={post.display_title}
            className="group/post relative flex items-center gap-3 px-4 py-3 transition-colors not-first:border-t hover:bg-hover desk:px-5"
          >
            {pictures && (
              <span className="w-24 shrink-0 desk:w-32">
                <Cover post={post} ratio={1.5} className="rounded-control" />
              </span>
            )}
            <div className="min-w-0 flex-1">
              <Pinned post={post} label={pinnedLabel} />
              <Title post={post} className={pictures ? 'line-clamp-2' : 'truncate'} />
              {pictures && <p className="mt-0.5 line-clamp-1 text-13 text-text-2 desk:line-clamp-2">{post.body_plain_text}</p>}
              <div className="mt-1 flex items-center gap-3">
                <Meta post={post} face={!pictures} />
                <Counts post={post} className="desk:hidden" />
              </div>
            </div>
            <Counts post={post} className="max-desk:hidden" />
            <span className="relative z-1">
              <PostMenu post={post} />
            </span>
          </article>
        </Folded>
      ))}
    </Card>
  )
}

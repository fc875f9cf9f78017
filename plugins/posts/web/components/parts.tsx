/** Parts that a post shows in lists and on its own page alike. */
import { Badge, Link, Slot, useT } from '@atrium/sdk/web'
import contract, { type PostReply } from '../../contract.ts'

/** What other plugins have hung on the post: polls. Nothing is loaded for posts without any. */
export function Attachments({ post }: { post: PostReply }) {
  const { body: _, ...attachments } = post.tiptap_body
  if (Object.keys(attachments).length === 0) return null
  return <Slot of={contract.slots['post.card.foot']} props={{ kind: 'post', id: post.id, attachments }} />
}

/** Each leads to the posts of the space that carry it. */
export function Topics({ post, className = '' }: { post: PostReply; className?: string }) {
  const t = useT()
  if (post.topics.length === 0) return null
  return (
    <ul className={`flex flex-wrap gap-1.5 ${className}`} aria-label={t('card.topics')}>
      {post.topics.map((topic) => (
        <li key={topic.id}>
          {post.is_shared_view ? (
            <Badge>{topic.name}</Badge>
          ) : (
            <Link to={`/c/${post.space.slug}?topic=${topic.id}`} className="inline-flex min-h-6 items-center hover:underline">
              <Badge>{topic.name}</Badge>
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Tables of posts. Counters are kept here in the transaction that changes them. */
import { p, table } from '@atrium/sdk/server'
import type { InferEntity } from '@atrium/sdk/server'

export const Post = table('posts.post', {
  spaceId: p.bigint('number'),
  authorMemberId: p.bigint('number'),
  type: p.string().default('basic'),
  status: p.string().default('draft'),
  name: p.text(),
  slug: p.text(),
  body: p.json<any>(),
  text: p.text(),
  excerpt: p.text(),
  /** The first blocks, for lists; null where the whole text is short. */
  preview: p.json<any>().nullable(),
  coverFileId: p.bigint('number').nullable(),
  topicIds: p
    .array(
      (id) => Number(id),
      (id) => String(id),
    )
    .columnType('bigint[]'),
  isCommentsEnabled: p.boolean().default(true),
  isLikingEnabled: p.boolean().default(true),
  hideMetaInfo: p.boolean().default(false),
  likesCount: p.integer().default(0),
  commentsCount: p.integer().default(0),
  lastActivityAt: p.datetime(),
  pinnedAt: p.datetime().nullable(),
  publishedAt: p.datetime().nullable(),
  scheduledAt: p.datetime().nullable(),
  editedAt: p.datetime().nullable(),
  deletedAt: p.datetime().nullable(),
  clientId: p.text().nullable(),
})
export type Post = InferEntity<typeof Post>

export const Topic = table('posts.topic', {
  name: p.text(),
  adminOnly: p.boolean().default(false),
})
export type Topic = InferEntity<typeof Topic>

/** Tables of content as the ORM knows them; the migration is their truth in SQL. */
import { p, table, type TablesOf } from '@atrium/sdk/server'

const subject = { memberId: p.bigint('number'), kind: p.text(), recordId: p.bigint('number') }

export const CommentTable = table(
  'content.comment',
  {
    kind: p.text(),
    recordId: p.bigint('number'),
    parentId: p.bigint('number').nullable(),
    memberId: p.bigint('number').nullable(),
    body: p.json<object>().nullable(),
    text: p.text().default(''),
    likesCount: p.integer().default(0),
    repliesCount: p.integer().default(0),
    clientId: p.text().nullable(),
    editedAt: p.datetime().nullable(),
    deletedAt: p.datetime().nullable(),
    /** What it said, while it is hidden; then it is deleted too. `held` had never been shown: whom it names. */
    withdrawn: p.json<{ body: object | null; text: string; held?: number[] }>().nullable(),
    /** Hidden by itself, so it does not come back with its author. */
    withdrawnAlone: p.boolean().default(false),
  },
  { own: ['kind', 'record_id', 'parent_id', 'body', 'text', 'withdrawn', 'likes_count', 'replies_count', 'edited_at', 'deleted_at'] },
)
export const LikeTable = table('content.like', { ...subject }, { own: ['kind', 'record_id'] })
export const ReactionTable = table('content.reaction', { ...subject, emoji: p.text() }, { own: ['kind', 'record_id', 'emoji'] })
export const ReactionCountTable = table('content.reaction_count', {
  kind: p.text(),
  recordId: p.bigint('number'),
  emoji: p.text(),
  members: p.integer().default(0),
})
export const BookmarkTable = table('content.bookmark', { ...subject, note: p.text().nullable() }, { own: ['kind', 'record_id', 'note'] })
export const FollowTable = table('content.follow', { ...subject, isMuted: p.boolean().default(false) }, { own: ['kind', 'record_id', 'is_muted'] })
export const MentionTable = table('content.mention', { ...subject, byMemberId: p.bigint('number').nullable() }, { own: [] })

/** A record by one number, as notifications name what news is about. */
export const SubjectTable = table('content.subject', { kind: p.text(), recordId: p.bigint('number') })

/** An address that a record has, or had until `leftAt`. One each: a space has no two of one slug, and the root has none twice. */
export const AddressTable = table('content.address', {
  /** Null at the root. */
  spaceId: p.bigint('number').nullable(),
  slug: p.text(),
  kind: p.text(),
  recordId: p.bigint('number'),
  /** Made to be handed on: whoever has it needs not see the space. */
  isShared: p.boolean().default(false),
  leftAt: p.datetime().nullable(),
})

export const entities = [AddressTable, SubjectTable, CommentTable, LikeTable, ReactionTable, ReactionCountTable, BookmarkTable, FollowTable, MentionTable]
export type Tables = TablesOf<(typeof entities)[number]>

/** People beside records: authors, likers, reactors, followers. */
import { type Author, rolesOf } from '@atrium/sdk'
import type { AuthorColumns, PersonRow } from '../reads.ts'

/** The author stub, or null when the member is gone. */
export const authorOf = (row: AuthorColumns): Author | null =>
  row.author_id === null
    ? null
    : {
        id: row.author_id,
        public_uid: row.author_public_uid!,
        name: row.author_name!,
        headline: row.author_headline,
        avatar_url: row.author_avatar_url,
        roles: rolesOf(row.author_roles!),
      }
export const toLiker = (row: PersonRow) => ({ ...authorOf(row)!, community_member_id: row.author_id!, created_at: row.created_at.toISOString() })
/** Whether somebody has muted it is theirs to know. */
export const toFollower = (row: PersonRow, readerId: number | undefined) => ({
  id: row.id,
  community_member_id: row.author_id!,
  post_id: row.record_id,
  is_muted: row.author_id === readerId ? (row.is_muted ?? false) : null,
  created_at: row.created_at.toISOString(),
  author: authorOf(row)!,
})

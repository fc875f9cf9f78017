/** People beside records: those who wrote, liked, reacted, follow. */
import { authorOf, type Ctx, type MemberInfo } from '@atrium/sdk/server'
import type { PersonRow } from '../reads.ts'

export type People = Map<number, MemberInfo>
/** Whoever stands in the rows; rows of members who are gone name nobody. */
export const peopleIn = (ctx: Ctx, rows: { member_id: number | null }[]): Promise<People> =>
  ctx.members.byIds([...new Set(rows.flatMap(({ member_id }) => member_id ?? []))])

export const withReplies = <Row extends { replies: Row[] | null }>(rows: Row[]): Row[] => rows.flatMap((row) => [row, ...(row.replies ?? [])])

export const toLiker = (row: PersonRow, people: People) => ({
  ...authorOf(people.get(row.member_id)!),
  community_member_id: row.member_id,
  created_at: row.created_at.toISOString(),
})
/** Whether somebody has muted it is theirs to know. */
export const toFollower = (row: PersonRow, people: People, readerId: number | undefined) => ({
  id: row.id,
  community_member_id: row.member_id,
  post_id: row.record_id,
  is_muted: row.member_id === readerId ? (row.is_muted ?? false) : null,
  created_at: row.created_at.toISOString(),
  author: authorOf(people.get(row.member_id)!),
})

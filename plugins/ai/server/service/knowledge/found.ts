/** A passage that was found. */

/** A text that an admin added; all others are kinds of the index of search. */
export const SOURCE_KIND = 'source'

export interface Found {
  id: number
  kind: string
  recordId: number
  spaceId: number | null
  authorMemberId: number | null
  title: string
  path: string | null
  text: string
  /** 0 to 1: how much of the question it holds, by the weight of its words. */
  score: number
  /** By which it is compared with others: a title that says what was asked counts on top. */
  strength: number
  /** The piece of its text that answers best; null where its words do not say which. */
  at: number | null
}
export interface FoundRow {
  id: number
  kind: string
  record_id: number
  space_id: number | null
  author_member_id: number | null
  title: string
  path: string | null
  text: string
  held: number
  titled: number
}
export const toFound = (row: Omit<FoundRow, 'held' | 'titled'>, fit: Pick<Found, 'score' | 'strength' | 'at'>): Found => ({
  ...{ id: row.id, kind: row.kind, recordId: row.record_id, spaceId: row.space_id, authorMemberId: row.author_member_id },
  ...{ title: row.title, path: row.path, text: row.text, ...fit },
})

/** Rows of the views of the kernel's tables. Plugins join these in their SQL; nobody writes through them, that is what `ctx.members` and others are for. */

/** A row of `kernel.member_card`. */
export interface MemberCard {
  id: number
  community_id: number
  account_id: number
  public_uid: string
  name: string
  headline: string | null
  bio: string | null
  location: string | null
  website: string | null
  avatar_url: string | null
  /** As in `Europe/Paris`; null is the community's. */
  time_zone: string | null
  /** Keys of roles, `member` among them. */
  roles: string[]
  status: 'active' | 'invited' | 'deactivated' | 'banned'
  /** What the member came with, as `consent`, and such; the kernel keeps it. */
  preferences: Record<string, unknown>
  created_at: Date
  updated_at: Date
  last_seen_at: Date | null
}

/** A row of `kernel.role_card`. */
export interface RoleCard {
  id: number
  community_id: number
  key: string
  name: string
  /** Full names of permissions; of a built-in role what differs from the contracts' grants. */
  permissions: string[]
  is_builtin: boolean
}

/** A row of `kernel.file_card`. */
export interface FileCard {
  id: number
  community_id: number
  /** Who uploaded it. */
  member_id: number | null
  filename: string
  /** As the bytes say, not the uploader. */
  content_type: string
  byte_size: number
  /** Bytes of what was made of it. */
  derived_bytes: number
  status: 'uploading' | 'ready' | 'failed'
  width: number | null
  height: number | null
  variants: string[]
  /** The record that holds it, as `post:7`; null while nothing does. */
  used_by: string | null
  created_at: Date
}

/** A row of `kernel.search_card`: what the search index knows of a record. */
export interface SearchCard {
  community_id: number
  /** The content kind. */
  kind: string
  record_id: number
  space_id: number | null
  /** With the index's own breaks (U+001F) between letters of scripts without spaces and round signs in words. */
  title: string
  path: string
  updated_at: Date
  author_member_id: number | null
  /** When it was said. */
  created_at: Date
  has: string[]
  /** Of a file's document: the record that holds it, as `post:7`. */
  part_of: string | null
}

/** A row of `kernel.search_text`: what the search index holds of a record, in the order of `put_at` for those who read on from where they stopped. */
export interface SearchText {
  community_id: number
  kind: string
  record_id: number
  space_id: number | null
  author_member_id: number | null
  /** With the index's own breaks, as in `kernel.search_card`. */
  title: string
  /** So too. */
  body: string
  path: string
  updated_at: Date
  /** When it was last written into the index. */
  put_at: Date
}

/** A row of `kernel.audit_card`: who did what to which subject. */
export interface AuditCard {
  id: number
  community_id: number
  /** Null for what nobody did in person. */
  member_id: number | null
  /** Past tense: `role.changed`. */
  action: string
  /** `member:12`. */
  subject: string
  data: Record<string, unknown>
  ip: string | null
  created_at: Date
}

/** The views by name, for typed SQL. */
export interface Cards {
  'kernel.member_card': MemberCard
  'kernel.role_card': RoleCard
  'kernel.file_card': FileCard
  'kernel.search_card': SearchCard
  'kernel.search_text': SearchText
  'kernel.audit_card': AuditCard
}

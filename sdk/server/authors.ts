/** Members as replies show who wrote something. */
import { type Author, rolesOf } from '../core/schemas.ts'
import type { MemberInfo } from './ctx.ts'

/** Null where the member is gone. */
export function authorOf(member: MemberInfo): Author
export function authorOf(member: MemberInfo | undefined): Author | null
export function authorOf(member: MemberInfo | undefined): Author | null {
  if (!member) return null
  const { id, publicUid, name, headline, avatarUrl, roles } = member
  return { id, public_uid: publicUid, name, headline, avatar_url: avatarUrl, roles: rolesOf(roles) }
}

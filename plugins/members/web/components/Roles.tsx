/** What somebody is in the community, beside being a member. */
import { Badge, useT } from '@atrium/sdk/web'

export function Roles({ roles, className }: { roles: { admin: boolean; moderator: boolean }; className?: string }) {
  const t = useT()
  if (!roles.admin && !roles.moderator) return null
  return (
    <Badge tone={roles.admin ? 'brand' : 'info'} className={className}>
      {t(roles.admin ? 'card.admin' : 'card.moderator')}
    </Badge>
  )
}

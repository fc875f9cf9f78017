/** What somebody is in the community, beside being a member. */
import type { Author } from '@atrium/sdk'
import { Badge, useT } from '@atrium/sdk/web'

export function Roles({ roles, className }: { roles: Author['roles']; className?: string }) {
  const t = useT()
  if (!roles.admin && !roles.moderator && !roles.agent) return null
  return (
    <Badge tone={roles.admin ? 'brand' : 'info'} className={className}>
      {t(roles.admin ? 'card.admin' : roles.moderator ? 'card.moderator' : 'card.agent')}
    </Badge>
  )
}

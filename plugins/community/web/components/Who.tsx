/** Who is behind the community, who is in it, and what it costs to join. */
import { Avatar, AvatarStack, cx, Icon, useT } from '@atrium/sdk/web'
import type { LandingPage } from '../../contract.ts'

export function Who({ page: { host, members_count, faces, is_free }, className }: { page: LandingPage; className?: string }) {
  const t = useT()
  if (!host && members_count === null && !is_free) return null
  return (
    <ul className={cx('flex flex-wrap items-center gap-x-5 gap-y-2 text-13', className)}>
      {host && (
        <li className="flex min-h-6 items-center gap-2">
          <Avatar id={host.id} name={host.name} src={host.avatar_url} size={24} />
          {t('landing.host', { name: host.name })}
        </li>
      )}
      {members_count !== null && (
        <li className="flex min-h-6 items-center gap-2">
          {faces.length > 0 ? <AvatarStack people={faces} max={6} /> : <Icon name="users" size="sm" />}
          {t('landing.members', { count: members_count })}
        </li>
      )}
      {is_free && (
        <li className="flex min-h-6 items-center gap-2">
          <Icon name="check" size="sm" />
          {t('landing.free')}
        </li>
      )}
    </ul>
  )
}

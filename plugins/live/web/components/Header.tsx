/** The line across the top of what is before and after a call: back, the community, and as whom one is here. */
import { Avatar, Icon, Link, useSession, useT } from '@atrium/sdk/web'
import { pathOf } from '../room/places.ts'
import type { LiveRoom } from '../../contract.ts'

export function Header({ room }: { room: Pick<LiveRoom, 'space'> | null }) {
  const t = useT()
  const { community, member } = useSession()
  const { icon_url, dark_icon_url } = community.branding
  return (
    <header className="flex h-14 items-center gap-2.5 border-b ps-3 pe-5 max-desk:ps-1 max-desk:pe-3">
      <Link
        to={pathOf(room)}
        aria-label={t('room.back')}
        data-tip={t('room.back')}
        className="grid size-8 flex-none place-items-center rounded-control text-text-2 hover:bg-hover hover:text-text max-desk:size-11"
      >
        <Icon name="arrow-left" />
      </Link>
      <span className="dark:hidden">
        <Avatar square id={community.id} name={community.name} src={icon_url} size={28} />
      </span>
      <span className="hidden dark:block">
        <Avatar square id={community.id} name={community.name} src={dark_icon_url ?? icon_url} size={28} />
      </span>
      <span className="min-w-0 flex-1 truncate font-semibold">{community.name}</span>
      {member && (
        <>
          <span className="truncate text-13 text-text-2 max-desk:hidden">{member.name}</span>
          <Avatar id={member.id} name={member.name} src={member.avatarUrl} size={28} label={member.name} />
        </>
      )}
    </header>
  )
}

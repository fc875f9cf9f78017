/** Members below each other, for those who read names rather than faces. */
import { Avatar, Card, Icon, Link, ListRow, Skeleton, Time, useT } from '@atrium/sdk/web'
import type { DirectoryMember } from '../../contract.ts'
import { CardActions } from './CardActions.tsx'
import { Marks } from './Marks.tsx'
import { Roles } from './Roles.tsx'
import { useHere } from './useHere.ts'

export function MemberRows({ members }: { members: readonly DirectoryMember[] }) {
  const t = useT()
  const presence = useHere(members.map(({ id }) => id))
  return (
    <Card as="ul" className="overflow-clip">
      {members.map((member) => (
        <ListRow key={member.id} as="li" className="relative transition-colors hover:bg-hover">
          <Avatar id={member.id} name={member.name} src={member.avatar_url} size={40} presence={presence.get(member.id)} />
          <div className="min-w-0 flex-1">
            <div className="flex min-w-0 items-center gap-1.5">
              <h2 className="min-w-0 text-15 leading-6 font-semibold">
                <Link to={`/u/${member.public_uid}`} className="block truncate after:absolute after:inset-0">
                  {member.name}
                </Link>
              </h2>
              <Roles roles={member.roles} />
              <Marks marks={member.member_tags} most={2} className="max-desk:hidden" />
            </div>
            {member.headline && <p className="truncate text-13 text-text-2">{member.headline}</p>}
          </div>
          {member.profile_info.location && (
            <span className="flex max-w-48 items-center gap-1 text-13 text-text-3 max-desk:hidden">
              <Icon name="map-pin" size="sm" />
              <span className="truncate">{member.profile_info.location}</span>
            </span>
          )}
          <span className="w-40 text-end text-12 text-text-3 max-desk:hidden">
            {t('card.joined')} <Time value={member.created_at} kind="date" />
          </span>
          <CardActions member={member} className="max-desk:hidden" />
        </ListRow>
      ))}
    </Card>
  )
}

export const RowsSkeleton = () => (
  <Card aria-hidden="true">
    {Array.from({ length: 8 }, (_, i) => (
      <div key={i} className="flex items-center gap-3 px-4 py-3 not-first:border-t desk:px-5">
        <Skeleton w={40} h={40} round />
        <div className="grid flex-1 gap-2">
          <Skeleton w="32%" h={14} />
          <Skeleton w="48%" h={12} />
        </div>
      </div>
    ))}
  </Card>
)

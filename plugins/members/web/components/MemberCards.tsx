/** Members side by side: face, name, what they do, where they are. */
import { Avatar, Card, Icon, Link, Skeleton, Time, useT } from '@atrium/sdk/web'
import type { DirectoryMember } from '../../contract.ts'
import { CardActions } from './CardActions.tsx'
import { Marks } from './Marks.tsx'
import { Roles } from './Roles.tsx'
import { useHere } from './useHere.ts'

const GRID = 'grid grid-cols-2 gap-3 sm:grid-cols-[repeat(auto-fill,minmax(208px,1fr))]'

export function MemberCards({ members }: { members: readonly DirectoryMember[] }) {
  const t = useT()
  const presence = useHere(members.map(({ id }) => id))
  return (
    <ul className={GRID}>
      {members.map((member) => (
        <Card key={member.id} as="li" link className="relative flex flex-col items-center px-3 py-5 text-center focus-within:border-field">
          <Avatar id={member.id} name={member.name} src={member.avatar_url} size={64} presence={presence.get(member.id)} />
          <h2 className="mt-3 max-w-full text-15 leading-5 font-semibold">
            <Link to={`/u/${member.public_uid}`} className="line-clamp-2 wrap-anywhere after:absolute after:inset-0 after:rounded-card">
              {member.name}
            </Link>
          </h2>
          {member.headline && <p className="mt-0.5 line-clamp-2 max-w-full text-13 text-text-2">{member.headline}</p>}
          <Roles roles={member.roles} className="mt-2" />
          <Marks marks={member.member_tags} className="mt-2 justify-center" />
          <div className="mt-auto grid max-w-full justify-items-center gap-0.5 pt-2.5 text-12 text-text-3">
            {member.profile_info.location && (
              <p className="flex max-w-full items-center gap-1">
                <Icon name="map-pin" size="sm" />
                <span className="truncate">{member.profile_info.location}</span>
              </p>
            )}
            <p>
              {t('card.joined')} <Time value={member.created_at} kind="date" />
            </p>
          </div>
          <CardActions member={member} className="mt-3 justify-center" />
        </Card>
      ))}
    </ul>
  )
}

export const CardsSkeleton = () => (
  <div className={GRID} aria-hidden="true">
    {Array.from({ length: 12 }, (_, i) => (
      <Card key={i} className="grid justify-items-center gap-3 px-3 py-5">
        <Skeleton w={64} h={64} round />
        <Skeleton w="62%" h={16} />
        <Skeleton w="84%" h={12} />
        <Skeleton w="46%" h={12} />
      </Card>
    ))}
  </div>
)

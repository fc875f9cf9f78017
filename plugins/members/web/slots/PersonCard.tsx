/** A person at a glance, over a link to them. */
import { Avatar, Icon, Link, Skeleton, Slot, useRead, useSession, useT } from '@atrium/sdk/web'
import contract from '../../contract.ts'
import { Connect } from '../components/Connect.tsx'
import { useAdmitted } from '../components/MembersOnly.tsx'
import { PersonMenu } from '../components/PersonMenu.tsx'
import { Roles } from '../components/Roles.tsx'
import { useHere } from '../components/useHere.ts'

export default function PersonCard({ uid }: { uid: string }) {
  const t = useT()
  const { member } = useSession()
  const { data: profile, isError } = useRead(contract.routes.profile, { params: { id: uid } }, { enabled: useAdmitted(), staleTime: 60_000 })
  const presence = useHere(member && profile ? [profile.id] : []).get(profile?.id ?? 0)
  if (isError) return null
  return (
    <section aria-label={profile?.name ?? t('profile.title')} className="w-80 animate-pop rounded-card bg-surface p-4 text-13 shadow-float">
      <div className="flex items-start gap-3">
        {profile ? <Avatar id={profile.id} name={profile.name} src={profile.avatar_url} size={48} presence={presence} /> : <Skeleton w={48} h={48} round />}
        <div className="min-w-0 flex-1">
          {profile ? (
            <>
              <p className="flex flex-wrap items-center gap-2">
                <Link to={`/u/${profile.public_uid}`} className="truncate text-15 font-semibold hover:underline">
                  {profile.name}
                </Link>
                <Roles roles={profile.roles} />
              </p>
              {profile.headline && <p className="line-clamp-2 text-text-2">{profile.headline}</p>}
            </>
          ) : (
            <Skeleton w="60%" h={18} />
          )}
        </div>
      </div>
      {profile?.bio && <p className="mt-3 line-clamp-3 text-text-2">{profile.bio}</p>}
      {profile?.profile_info.location && (
        <p className="mt-2 flex items-center gap-1.5 text-text-3">
          <Icon name="map-pin" size="sm" />
          <span className="truncate">{profile.profile_info.location}</span>
        </p>
      )}
      {profile && member && member.id !== profile.id && (
        <div className="mt-3 flex flex-wrap items-center gap-2">
          {profile.can_receive_dm_from_current_member !== false && (
            <Slot of={contract.slots['profile.actions']} props={{ memberId: profile.id, name: profile.name }} />
          )}
          <Connect memberId={profile.id} name={profile.name} connection={profile.connection} canConnect={profile.can_connect} />
          <span className="ms-auto">
            <PersonMenu profile={profile} />
          </span>
        </div>
      )}
    </section>
  )
}

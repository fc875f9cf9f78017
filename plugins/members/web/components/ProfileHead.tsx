/** Who somebody is, at a glance. */
import { shownEmail } from '@atrium/sdk'
import { Avatar, cx, Icon, LinkButton, Slot, Time, useSession, useT } from '@atrium/sdk/web'
import contract, { type Profile } from '../../contract.ts'
import { Connect } from './Connect.tsx'
import { Marks } from './Marks.tsx'
import { PersonMenu } from './PersonMenu.tsx'
import { Roles } from './Roles.tsx'
import { useHere } from './useHere.ts'
import { FACT, WebAddress } from './WebAddress.tsx'

export function ProfileHead({ profile }: { profile: Profile }) {
  const t = useT()
  const { member, viewOnly } = useSession()
  const { website, location: place } = profile.profile_info
  const presence = useHere(member ? [profile.id] : []).get(profile.id)
  const mine = member?.id === profile.id
  const reachable = !mine && profile.ban === null
  return (
    <header className="mb-5">
      <div className="flex flex-wrap items-end gap-3 max-desk:items-center">
        <span className="flex-none [--ring:var(--bg)]">
          <Avatar id={profile.id} name={profile.name} src={profile.large_avatar_url} size={96} presence={presence} />
        </span>
        {/* on phones what one does with another person fills a row of its own */}
        <div className={cx('ms-auto flex flex-wrap gap-2 empty:hidden', !mine && 'max-desk:order-last max-desk:w-full max-desk:*:grow')}>
          {profile.ban && <Slot of={contract.slots['profile.banned']} props={{ memberId: profile.id, name: profile.name, ban: profile.ban }} />}
          {reachable && profile.can_receive_dm_from_current_member !== false && (
            <Slot of={contract.slots['profile.actions']} props={{ memberId: profile.id, name: profile.name }} />
          )}
          {reachable && <Connect memberId={profile.id} name={profile.name} connection={profile.connection} canConnect={profile.can_connect} />}
          {mine && !viewOnly && (
            <LinkButton variant="primary" icon="pencil" to="/account">
              {t('profile.edit')}
            </LinkButton>
          )}
        </div>
        {reachable && (
          <span className="max-desk:ms-auto">
            <PersonMenu profile={profile} />
          </span>
        )}
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <h1 className="text-24 wrap-anywhere">{profile.name}</h1>
        <Roles roles={profile.roles} />
        <Marks marks={profile.member_tags} most={8} />
      </div>
      {profile.headline && <p className="mt-0.5 text-text-2">{profile.headline}</p>}
      <div className="mt-2.5 flex flex-wrap gap-x-4 gap-y-1 text-13 text-text-3">
        {place && (
          <span className={FACT}>
            <Icon name="map-pin" size="sm" />
            <span className="truncate">{place}</span>
          </span>
        )}
        <span className={FACT}>
          <Icon name="calendar" size="sm" />
          <span>
            {t('card.joined')} <Time value={profile.created_at} kind="date" />
          </span>
        </span>
        {website && <WebAddress address={website} />}
        {profile.email && (
          <a href={`mailto:${profile.email}`} className={`${FACT} text-link hover:underline`}>
            <Icon name="mail" size="sm" />
            <span className="truncate">{shownEmail(profile.email)}</span>
          </a>
        )}
        {presence === 'online' ? (
          <span className={FACT}>
            <span aria-hidden="true" className="size-2 rounded-full bg-online" />
            {t('profile.online')}
          </span>
        ) : (
          profile.last_seen_at && (
            <span className={FACT}>
              <Icon name="clock" size="sm" />
              <span>
                {t('profile.seen')} <Time within value={profile.last_seen_at} />
              </span>
            </span>
          )
        )}
      </div>
    </header>
  )
}

/** `/u/{uid}`: one member, and what they have written as far as the reader may see it. */
import {
  EmptyState,
  Failure,
  LinkButton,
  Loading,
  Screen,
  Skeleton,
  SkeletonText,
  Slot,
  Tabs,
  useNavigate,
  useParams,
  useRead,
  useSearch,
  useSession,
  useSlotFilled,
  useSlotTitles,
  useT,
} from '@atrium/sdk/web'
import { useEffect } from 'react'
import contract, { type Profile as ProfileReply } from '../../contract.ts'
import { MembersOnly, useAdmitted } from '../components/MembersOnly.tsx'
import { useConnectionNews } from '../components/Connect.tsx'
import { Connections } from '../components/Connections.tsx'
import { About } from '../components/About.tsx'
import { MemberComments } from '../components/MemberComments.tsx'
import { ProfileHead } from '../components/ProfileHead.tsx'
import { ProfileSpaces } from '../components/ProfileSpaces.tsx'

const TABS = ['about', 'posts', 'comments', 'spaces', 'connections'] as const

export default function Profile() {
  const t = useT()
  const { uid } = useParams<{ uid: string }>()
  const navigate = useNavigate()
  const query = useRead(contract.routes.profile, { params: { id: uid } }, { enabled: useAdmitted() })
  const profile = query.data
  // Mentions know a member by number only.
  const own = profile && profile.public_uid !== uid ? `/u/${profile.public_uid}${location.search}` : null
  useEffect(() => {
    if (own) navigate(own, { replace: true })
  }, [own, navigate])
  return (
    <Screen name="members/Profile" title={profile?.name ?? t('profile.title')}>
      <MembersOnly of="profile">
        {profile ? (
          <Person key={profile.id} profile={profile} />
        ) : query.error?.status === 404 ? (
          <Missing />
        ) : query.error ? (
          <Failure error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <ProfileSkeleton />
        )}
      </MembersOnly>
    </Screen>
  )
}

function Missing() {
  const t = useT()
  return (
    <EmptyState
      icon="user-x"
      title={t('profile.missing')}
      text={t('profile.missing_text')}
      action={<LinkButton to="/members">{t('profile.directory')}</LinkButton>}
    />
  )
}

function Person({ profile }: { profile: ProfileReply }) {
  const t = useT()
  const search = useSearch()
  const posts = useSlotFilled(contract.slots['profile.posts'])
  const counts: Record<string, number | undefined> = {
    posts: profile.posts_count ?? undefined,
    spaces: profile.spaces_count,
    connections: profile.connections_count,
  }
  const { member } = useSession()
  useConnectionNews(contract.routes.profile)
  // visitors may see who somebody is, not whom they know; of whoever is banned there is nothing but that
  const isIn = profile.ban === null
  const open = { about: true, posts: isIn && posts, comments: isIn, spaces: isIn, connections: isIn && member !== null }
  const shown = TABS.filter((tab) => open[tab])
  const titled = useSlotTitles(contract.slots['profile.tab'])
  const others = isIn ? titled : []
  const current = [...shown, ...others.map(({ key }) => key)].find((tab) => tab === search.get('tab')) ?? 'about'
  const path = `/u/${profile.public_uid}`
  const props = { memberId: profile.id, name: profile.name }
  return (
    <>
      <ProfileHead profile={profile} />
      <Tabs
        label={t('profile.tabs')}
        current={current}
        items={[
          ...shown.map((key) => ({ key, label: t(`tab.${key}`), count: counts[key], to: key === 'about' ? path : `${path}?tab=${key}` })),
          ...others.map(({ key, label }) => ({ key, label, to: `${path}?tab=${key}` })),
        ]}
        className="mb-5"
      />
      {current === 'about' && (
        <div className="grid gap-5">
          <About profile={profile} />
          {isIn && <Slot of={contract.slots['profile.about']} props={props} />}
        </div>
      )}
      {current === 'posts' && <Slot of={contract.slots['profile.posts']} props={props} />}
      {current === 'comments' && <MemberComments {...props} />}
      {current === 'spaces' && <ProfileSpaces memberId={profile.id} />}
      {current === 'connections' && <Connections memberId={profile.id} />}
      {others.some(({ key }) => key === current) && <Slot of={contract.slots['profile.tab']} only={current} props={props} />}
    </>
  )
}

const ProfileSkeleton = () => (
  <Loading>
    <Skeleton w={96} h={96} round />
    <div className="mt-4 grid gap-3">
      <Skeleton w="42%" h={28} />
      <Skeleton w="58%" h={16} />
      <Skeleton w="70%" h={14} />
      <div className="mt-8">
        <SkeletonText lines={4} />
      </div>
    </div>
  </Loading>
)

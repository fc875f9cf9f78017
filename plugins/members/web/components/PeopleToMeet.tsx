/** Above the directory: a few people whom this member might want to know, until they are put away. */
import { Avatar, Button, Card, CardHead, Link, useRead, useSession, useStored, useT } from '@atrium/sdk/web'
import contract from '../../contract.ts'
import { Connect } from './Connect.tsx'

export function PeopleToMeet() {
  const { member } = useSession()
  const [hidden, setHidden] = useStored('members.meet_hidden', false)
  if (!member || hidden) return null
  return <Few onHide={() => setHidden(true)} />
}

function Few({ onHide }: { onHide: () => void }) {
  const t = useT()
  const people = useRead(contract.routes.recommendations, {}, { staleTime: 60_000 }).data?.records ?? []
  if (people.length === 0) return null
  // what they have in common, else what they say of themselves
  const whyOf = (one: (typeof people)[number]) =>
    one.mutual_count > 0 ? t('meet.mutual', { count: one.mutual_count }) : one.same_place ? t('meet.place') : (one.headline ?? one.profile_info.location)
  return (
    <Card as="section" className="mb-4" aria-label={t('meet.title')}>
      <CardHead
        title={t('meet.title')}
        action={
          <Button size="sm" variant="ghost" onClick={onHide}>
            {t('meet.hide')}
          </Button>
        }
      />
      <ul className="grid gap-3 px-5 pt-3 pb-5 sm:grid-cols-2 wide:grid-cols-3">
        {people.map((one) => (
          <li key={one.id} className="flex min-w-0 items-center gap-3 max-sm:nth-[n+4]:hidden">
            <Avatar id={one.id} name={one.name} src={one.avatar_url} size={40} />
            <div className="min-w-0 flex-1">
              <Link to={`/u/${one.public_uid}`} className="block truncate text-14 font-semibold hover:underline">
                {one.name}
              </Link>
              <p className="truncate text-13 text-text-3">{whyOf(one)}</p>
            </div>
            <Connect memberId={one.id} name={one.name} connection={one.connection} canConnect={one.can_connect} size="sm" />
          </li>
        ))}
      </ul>
    </Card>
  )
}

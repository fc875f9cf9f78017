/** Who is here now. */
import { Avatar, Link, useRead, useSession, useT } from '@atrium/sdk/web'
import contract from '../../contract.ts'

export default function Online() {
  const t = useT()
  const { member } = useSession()
  const { data } = useRead(contract.routes.show)
  if (!member || !data || data.online.members.length === 0) return null
  return (
    <section>
      <h2 className="mb-2.5 flex items-center justify-between text-13 font-semibold">
        {t('online.title')}
        <span className="font-normal text-text-3">{t('online.count', { count: data.online.count })}</span>
      </h2>
      <ul className="grid gap-3">
        {data.online.members.map((person) => (
          <li key={person.id}>
            <Link to={`/u/${person.public_uid}`} className="flex items-center gap-3">
              <Avatar name={person.name} id={person.id} src={person.avatar_url} size={28} presence="online" />
              <span className="min-w-0">
                <span className="block truncate text-13 font-semibold">{person.name}</span>
                {person.headline && <span className="block truncate text-12 text-text-3">{person.headline}</span>}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

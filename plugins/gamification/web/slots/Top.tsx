/** Beside the home page: the first five of the last seven days. */
import { Avatar, Link, useRead, useSession, useT } from '@atrium/sdk/web'
import contract from '../../contract.ts'

export default function Top() {
  const t = useT()
  const { member } = useSession()
  const { data } = useRead(contract.routes.leaderboard, { query: { period: '7_days', per_page: 5 } }, { enabled: member !== null, staleTime: 60_000 })
  if (!data?.length) return null
  return (
    <section>
      <h2 className="mb-2.5 flex items-center justify-between text-13 font-semibold">
        {t('top.title')}
        <Link to="/leaderboard" className="font-normal text-text-3 hover:underline">
          {t('top.all')}
        </Link>
      </h2>
      <ol className="grid gap-3">
        {data.map((row) => (
          <li key={row.community_member_id}>
            <Link to={`/u/${row.public_uid}`} className="flex items-center gap-3">
              <span className="w-4 text-end text-13 text-text-3 tabular-nums">{row.rank}</span>
              <Avatar id={row.community_member_id} name={row.name} src={row.avatar_url} size={28} />
              <span className="min-w-0 flex-1 truncate text-13 font-semibold">{row.name}</span>
              <span className="text-12 text-text-3 tabular-nums">{t('number', { value: row.total_points })}</span>
            </Link>
          </li>
        ))}
      </ol>
    </section>
  )
}

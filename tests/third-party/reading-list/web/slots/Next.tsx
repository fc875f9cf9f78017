/** What to read next, beside the home page. */
import { Link, useRead, useSession, useT } from '@atrium/sdk/web'
import contract from '../../contract.ts'

export default function Next() {
  const t = useT()
  const { member } = useSession()
  const { data } = useRead(contract.routes.list, { query: { per_page: 3 } }, { enabled: member !== null })
  if (!data?.records.length) return null
  return (
    <section>
      <h2 className="mb-2.5 text-13 font-semibold">
        <Link to="/reading-list" className="hover:underline">
          {t('title')}
        </Link>
      </h2>
      <ul className="grid gap-2">
        {data.records.map((item) => (
          <li key={item.id}>
            <Link to={item.path} className="line-clamp-2 text-13 hover:underline">
              {item.title}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

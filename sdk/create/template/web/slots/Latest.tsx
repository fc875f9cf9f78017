/** The latest notes, beside the home page. */
import { Link, useRead, useSession, useT } from '@atrium/sdk/web'
import contract from '../../contract.ts'

export default function Latest() {
  const t = useT()
  const { member } = useSession()
  const { data } = useRead(contract.routes.list, { query: { per_page: 3 } }, { enabled: member !== null })
  if (!data?.records.length) return null
  return (
    <section>
      <h2 className="mb-2.5 text-13 font-semibold">
        <Link to="/sample" className="hover:underline">
          {t('title')}
        </Link>
      </h2>
      <ul className="grid gap-2">
        {data.records.map((note) => (
          <li key={note.id} className="text-13">
            <span className="line-clamp-2">{note.text}</span>
            <span className="text-12 text-text-3">{note.author.name}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

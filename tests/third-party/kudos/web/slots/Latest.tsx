/** The latest kudos, beside the home page. */
import { Link, useRead, useSession, useT } from '@atrium/sdk/web'
import contract from '../../contract.ts'
import { useLiveKudos } from '../components/useLiveKudos.ts'

export default function Latest() {
  const t = useT()
  const { member } = useSession()
  const { data } = useRead(contract.routes.list, { query: { per_page: 3 } }, { enabled: member !== null })
  useLiveKudos()
  if (!data?.records.length) return null
  return (
    <section>
      <h2 className="mb-2.5 text-13 font-semibold">
        <Link to="/kudos" className="hover:underline">
          {t('title')}
        </Link>
      </h2>
      <ul className="grid gap-2.5">
        {data.records.map(({ id, text, giver, receiver }) => (
          <li key={id} className="text-13">
            <span className="text-12 text-text-3">
              {giver?.name ?? t('former')} {t('thanked')} {receiver?.name ?? t('former')}
            </span>
            <span className="line-clamp-2">{text}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

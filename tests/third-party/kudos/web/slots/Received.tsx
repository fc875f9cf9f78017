/** What a member was thanked for, on their profile. */
import { Badge, Link, type SlotPropsOf, useRead, useSession, useT } from '@atrium/sdk/web'
import type members from 'atrium/plugins/members'
import contract from '../../contract.ts'

export default function Received({ memberId, name }: SlotPropsOf<(typeof members.slots)['profile.about']>) {
  const t = useT()
  const { member } = useSession()
  const { data } = useRead(contract.routes.list, { query: { member_id: memberId, per_page: 5 } }, { enabled: member !== null })
  if (!data?.records.length) return null
  return (
    <section>
      <h2 className="mb-2 text-13 font-semibold">{t('received', { name })}</h2>
      <ul className="grid gap-2">
        {data.records.map((kudo) => (
          <li key={kudo.id} className="text-13">
            <p className="wrap-anywhere">{kudo.text}</p>
            <p className="mt-0.5 flex items-center gap-1.5 text-12 text-text-3">
              <Badge>{kudo.category}</Badge>
              {kudo.giver?.name ?? t('former')}
            </p>
          </li>
        ))}
      </ul>
      {data.has_next_page && (
        <Link to="/kudos" className="link text-13">
          {t('received.more')}
        </Link>
      )}
    </section>
  )
}

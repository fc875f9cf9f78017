/** Who was thanked most in the last whole week. */
import { Avatar, Card, CardHead, Link, Progress, useRead, useT } from '@atrium/sdk/web'
import contract from '../../contract.ts'

export function Ranking() {
  const t = useT()
  const { data } = useRead(contract.routes.ranking)
  if (!data?.records.length) return null
  const most = data.records[0]!.received
  return (
    <Card>
      <CardHead title={t('ranking.title')} text={t('ranking.text')} />
      <ol className="grid gap-3 p-4">
        {data.records.map(({ place, received, member }) => (
          <li key={place} className="grid grid-cols-[1.5rem_auto_minmax(0,1fr)_auto] items-center gap-2.5">
            <span className="text-13 text-text-3 tabular-nums">{place}</span>
            <Avatar name={member?.name ?? ''} id={member?.id ?? 0} src={member?.avatar_url} size={28} />
            <div className="grid gap-1">
              {member ? (
                <Link to={`/u/${member.public_uid}`} className="truncate text-13 font-medium hover:underline">
                  {member.name}
                </Link>
              ) : (
                <span className="text-13">{t('former')}</span>
              )}
              <Progress thin value={(received / most) * 100} label={t('ranking.count', { count: received })} />
            </div>
            <span className="text-13 tabular-nums">{received}</span>
          </li>
        ))}
      </ol>
    </Card>
  )
}

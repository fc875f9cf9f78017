/** Before somebody leaves the community or is put out: which of their subscriptions end with it, and until when each is paid. */
import type { SlotPropsOf } from '@atrium/sdk'
import type shell from '@atrium/sdk/kernel/shell'
import { formatTime, useRead, useSession, useT } from '@atrium/sdk/web'
import contract from '../../contract.ts'
import { MemberLeaving } from '../components/admin/MemberLeaving.tsx'
import { runningOf } from '../components/billing/running.ts'

type LeavingProps = SlotPropsOf<(typeof shell)['slots']['account.leaving']>
export default function Leaving({ at, member }: LeavingProps) {
  return member ? <MemberLeaving member={member} /> : <OwnLeaving at={at} />
}
function OwnLeaving({ at }: Pick<LeavingProps, 'at'>) {
  const t = useT()
  const { member } = useSession()
  const { data, error } = useRead(contract.routes.own, undefined, { enabled: member !== null })
  if (!member) return null
  const day = (moment: string) => formatTime(moment, { kind: 'date' })
  if (error) return <span className="mt-2 block text-danger">{t('leaving.unknown')}</span>
  if (!data) return <span className="mt-2 block text-text-3">{t('leaving.looking')}</span>
  const running = runningOf(data.subscriptions)
  if (running.length === 0) return null
  return (
    <span className="mt-2 block text-text" data-ending={running.length}>
      <span className="block">{at ? t('leaving.endLater', { date: day(at) }) : t('leaving.endNow')}</span>
      {running.map(({ id, name, until }) => (
        <span key={id} className="mt-1 block font-medium wrap-anywhere">
          {until ? t('leaving.until', { name, date: day(until) }) : name}
        </span>
      ))}
    </span>
  )
}

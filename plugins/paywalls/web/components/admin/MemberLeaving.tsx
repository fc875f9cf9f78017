/** Before an admin deletes, bans or lets back somebody: what becomes of each of their subscriptions, and whether money goes back. */
import { formatMoney } from '@atrium/sdk'
import type { LeavingMember } from '@atrium/sdk/kernel/shell'
import { formatTime, Note, RadioGroup, toast, useLocale, useRead, useSession, useT, useWrite } from '@atrium/sdk/web'
import { useEffect, useState } from 'react'
import contract from '../../../contract.ts'
import { underBan } from '../../../contract/banned.ts'
import { type Running, runningOf } from '../billing/running.ts'

const { routes } = contract
const REFUNDS = ['none', 'prorated', 'full'] as const
const day = (moment: string) => formatTime(moment, { kind: 'date' })

export function MemberLeaving({ member: { id, how, until, offer } }: { member: LeavingMember }) {
  const t = useT()
  const { can } = useSession()
  const maySee = can('paywalls.manage')
  const { data, error } = useRead(routes.subscriptions, { query: { community_member_id: id, per_page: 50 } }, { enabled: maySee })
  const [refund, setRefund] = useState<(typeof REFUNDS)[number]>('none')
  // read anew after each, so that a second press, where the ban or the deletion itself failed, gives nothing back twice and is refused nothing
  const { mutateAsync } = useWrite(routes.changeSubscription, { invalidates: [contract], onError: (failed) => toast.error(failed.message) })
  const running = runningOf(data?.records ?? [])
  const becomes = (one: Running) => (how === 'deleted' ? 'ends' : underBan(one, until === null))
  const back = running.filter((one) => how !== 'back' && becomes(one) === 'ends' && one.refundable)
  const ids = back.map((one) => one.id).join()
  useEffect(() => {
    if (!offer || refund === 'none' || !ids) return
    offer(async () => {
      for (const one of ids.split(',')) await mutateAsync({ params: { id: Number(one) }, body: { act: 'cancel', ends_at: 'now', refund_type: refund } })
    })
    return () => offer(null)
  }, [offer, refund, ids, mutateAsync])
  if (!maySee) return <p className="text-13 text-text-2">{t(`leaving.of.${how}${how === 'banned' && !until ? 'ForGood' : ''}`)}</p>
  if (error) return <Note tone="warning">{t('leaving.of.unknown')}</Note>
  if (!data) return <p className="text-13 text-text-3">{t('leaving.of.looking')}</p>
  const groups: [string, Running[]][] =
    how === 'back'
      ? [
          ['goOn', runningOf(data.records.filter(({ suspended }) => suspended)).map((one) => (one.isTrial ? { ...one, until: null } : one))],
          ['ended', data.records.filter(({ status, cancellation_type: why }) => status === 'canceled' && why === 'left').map(endedOf)],
        ]
      : (['pauses', 'goes_on', 'ends'] as const).map((key) => [key, running.filter((one) => becomes(one) === key)])
  if (groups.every(([, ones]) => ones.length === 0)) return null
  return (
    <div className="grid gap-3" data-subscriptions={how}>
      <p className="-mb-1.5 text-13 font-medium">{t('admin.subscriptions')}</p>
      {groups.map(([key, ones]) => ones.length > 0 && <Group key={key} title={t(`leaving.of.${key}`)} ones={ones} isOver={key === 'ended'} />)}
      {offer && back.length > 0 && (
        <fieldset className="grid gap-2">
          <legend className="mb-1.5 text-13 font-medium">{t('leaving.of.refund')}</legend>
          <RadioGroup
            label={t('leaving.of.refund')}
            value={refund}
            onChange={setRefund}
            options={REFUNDS.map((value) => ({ value, label: t(`act.refund.${value}`) }))}
          />
        </fieldset>
      )}
    </div>
  )
}
const endedOf = ({ id, paywall_id: paywallId, paywall_name: name, paywall_price_type: kind, status }: Ended): Running => ({
  ...{ id, paywallId, kind, status, name: name ?? '', until: null, next: null, isTrial: false, refundable: false },
})
type Ended = Parameters<typeof runningOf>[0][number]

function Group({ title, ones, isOver }: { title: string; ones: Running[]; isOver: boolean }) {
  const t = useT()
  const locale = useLocale()
  return (
    <div className="rounded-card bg-surface-2 px-4 py-3 text-14">
      <p className="text-text-2">{title}</p>
      <ul>
        {ones.map(({ id, name, until, isTrial, next }) => (
          <li key={id} className="mt-1.5 wrap-anywhere">
            <span className="block font-medium">{until && !isOver ? t(isTrial ? 'leaving.of.trial' : 'leaving.until', { name, date: day(until) }) : name}</span>
            {next && until && (
              <span className="block text-13 text-text-2">
                {t('leaving.of.next', { amount: formatMoney(locale, next.amount, next.currency), date: day(until) })}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

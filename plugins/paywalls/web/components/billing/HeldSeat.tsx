/** A seat in what somebody else pays for: whose it is, and leaving it. */
import { Badge, Button, Card, formatTime, toast, useConfirm, useQueryCache, useT, useWrite } from '@atrium/sdk/web'
import { type RouteReply, thumbnailOf } from '@atrium/sdk'
import contract from '../../../contract.ts'

const { routes } = contract

export function HeldSeat({ seat }: { seat: RouteReply<typeof routes.own>['held_seats'][number] }) {
  const t = useT()
  const confirm = useConfirm()
  const cache = useQueryCache()
  const leave = useWrite(routes.leaveSeat, {
    onSuccess: () => {
      toast.success(t('seats.left', { name: seat.paywall_name }))
      void cache.invalidate(contract)
    },
    onError: (error) => toast.error(error.message),
  })
  const ask = async () => {
    if (await confirm({ title: t('seats.leaveTitle', { name: seat.paywall_name }), text: t('seats.leaveText'), action: t('seats.leave'), tone: 'danger' }))
      leave.mutate({ params: { id: seat.id } })
  }
  const date = formatTime(seat.taken_at, { kind: 'date' })
  return (
    <Card>
      <div className="flex flex-wrap items-start gap-4 p-5">
        {seat.cover_url && <img src={thumbnailOf(seat.cover_url)} alt="" className="size-16 rounded-card object-cover" />}
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="flex flex-wrap items-center gap-2 text-17">
            {seat.paywall_name} <Badge icon="users">{t('seats.held')}</Badge>
          </h2>
          <p className="text-text-2">{seat.buyer_name === null ? t('seats.heldFromNobody', { date }) : t('seats.heldFrom', { name: seat.buyer_name, date })}</p>
          {seat.ends_at && <p className="text-text-2">{t('seats.heldUntil', { date: formatTime(seat.ends_at, { kind: 'date' }) })}</p>}
        </div>
        <Button loading={leave.isPending} aria-label={t('seats.leaveOf', { name: seat.paywall_name })} onClick={() => void ask()}>
          {t('seats.leave')}
        </Button>
      </div>
    </Card>
  )
}

/** The seats of a purchase: who has one, who is invited, more and fewer of them. */
import { formatMoney } from '@atrium/sdk'
import {
  Avatar,
  Badge,
  Button,
  Dialog,
  Field,
  fieldErrors,
  IconButton,
  LoadMore,
  messageOf,
  Note,
  Query,
  Skeleton,
  Textarea,
  toast,
  useConfirm,
  useLocale,
  useQueryCache,
  useReadPages,
  useT,
  useWrite,
  useCopy,
} from '@atrium/sdk/web'
import type { RouteReply } from '@atrium/sdk'
import { useEffect, useState } from 'react'
import contract from '../../../contract.ts'
import { SeatCount } from '../checkout/Extras.tsx'
import { useSettled } from '../settled.ts'
import { WhatHappens } from './WhatHappens.tsx'

const { routes } = contract
type Counts = NonNullable<RouteReply<typeof routes.own>['subscriptions'][number]['seats']>
type Seat = RouteReply<typeof routes.seats>['records'][number]

export function Seats({ id, seats }: { id: number; seats: Counts }) {
  const t = useT()
  const toClipboard = useCopy()
  const cache = useQueryCache()
  const [open, setOpen] = useState<'invite' | 'count' | null>(null)
  const link = useWrite(routes.seatLink, {
    onSuccess: ({ url }) => void toClipboard(url, t('seats.copied')),
    onError: (error) => toast.error(error.message),
  })
  const free = Math.max(0, seats.count - seats.used)
  const done = () => {
    setOpen(null)
    void cache.invalidate(contract)
  }
  return (
    <section className="border-t">
      <div className="flex flex-wrap items-center gap-2 px-5 pt-4 pb-3">
        <h3 className="min-w-0 flex-1 basis-48 font-medium">
          {t('seats.title')} <span className="ms-1 font-normal text-text-2">{t('seats.used', { used: seats.used, count: seats.count })}</span>
        </h3>
        <Button size="sm" icon="mail" disabled={free === 0} onClick={() => setOpen('invite')}>
          {t('seats.invite')}
        </Button>
        <Button size="sm" icon="link" loading={link.isPending} onClick={() => link.mutate({ params: { id }, body: {} })}>
          {t('seats.link')}
        </Button>
        {seats.can_change && (
          <Button size="sm" onClick={() => setOpen('count')}>
            {t('seats.change')}
          </Button>
        )}
      </div>
      <List id={id} onChanged={done} />
      {free === 0 && <p className="px-5 pb-4 text-13 text-text-2">{t('seats.full')}</p>}
      {open === 'invite' && <Invite id={id} free={free} onClose={() => setOpen(null)} onDone={done} />}
      {open === 'count' && <Count id={id} seats={seats} onClose={() => setOpen(null)} />}
    </section>
  )
}

function List({ id, onChanged }: { id: number; onChanged: () => void }) {
  const t = useT()
  const confirm = useConfirm()
  const query = useReadPages(routes.seats, { params: { id }, query: { per_page: 20 } })
  const fail = { onError: (error: Error) => toast.error(error.message) }
  const remove = useWrite(routes.removeSeat, { onSuccess: onChanged, ...fail })
  const resend = useWrite(routes.resendSeat, { onSuccess: () => toast.success(t('gift.sent')), ...fail })
  const takeAway = async (seat: Seat) => {
    const who = seat.name || seat.email
    if (
      seat.state === 'invited' ||
      (await confirm({ title: t('seats.removeTitle', { name: who }), text: t('seats.removeText'), action: t('seats.remove'), tone: 'danger' }))
    )
      remove.mutate({ params: { id, seat_id: seat.id } })
  }
  return (
    <Query
      query={query}
      skeleton={<Skeleton w="100%" h={96} />}
      isEmpty={({ pages }) => pages[0]!.records.length === 0}
      empty={<p className="px-5 pb-4 text-text-2">{t('seats.none')}</p>}
    >
      {({ pages }) => (
        <>
          <ul className="divide-y divide-border border-t">
            {pages
              .flatMap(({ records }) => records)
              .map((seat) => (
                <li key={seat.id} className="flex items-center gap-3 px-5 py-2.5">
                  <Avatar name={seat.name || seat.email} id={seat.member_public_uid ?? seat.id} src={seat.avatar_url} size={32} />
                  <span className="min-w-0 flex-1">
                    <span className="block truncate font-medium">{seat.name || seat.email}</span>
                    {seat.is_own && <span className="text-13 text-text-2">{t('seats.own')}</span>}
                  </span>
                  {seat.state === 'invited' && <Badge tone="info">{t('seats.invited')}</Badge>}
                  {seat.state === 'invited' && (
                    <IconButton
                      icon="mail"
                      label={t('seats.resend', { email: seat.email })}
                      onClick={() => resend.mutate({ params: { id, seat_id: seat.id } })}
                    />
                  )}
                  <IconButton icon="x" label={t('seats.removeOf', { name: seat.name || seat.email })} onClick={() => void takeAway(seat)} />
                </li>
              ))}
          </ul>
          <LoadMore query={query} className="pb-4" />
        </>
      )}
    </Query>
  )
}

function Invite({ id, free, onClose, onDone }: { id: number; free: number; onClose: () => void; onDone: () => void }) {
  const t = useT()
  const [text, setText] = useState('')
  const emails = text.split(/[\s,;]+/).filter(Boolean)
  const write = useWrite(routes.inviteToSeats, {
    onSuccess: ({ sent }) => {
      toast.success(t('seats.sent', { count: sent }))
      onDone()
    },
  })
  const errors = Object.values(fieldErrors(write.error)).filter(Boolean)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('seats.invite')}
      footer={
        <>
          <Button onClick={onClose}>{t('change.stay')}</Button>
          <Button
            variant="primary"
            loading={write.isPending}
            disabled={emails.length === 0 || emails.length > free}
            onClick={() => write.mutate({ params: { id }, body: { emails } })}
          >
            {t('seats.send', { count: emails.length })}
          </Button>
        </>
      }
    >
      <Field
        label={t('seats.emails')}
        help={t('seats.emailsHelp', { count: free })}
        error={emails.length > free ? t('seats.tooMany', { count: free }) : errors[0]}
      >
        <Textarea rows={4} value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
      {write.error && errors.length === 0 && (
        <Note tone="danger" className="mt-3">
          {messageOf(write.error, t('order.failed'))}
        </Note>
      )}
    </Dialog>
  )
}

function Count({ id, seats, onClose }: { id: number; seats: Counts; onClose: () => void }) {
  const t = useT()
  const locale = useLocale()
  const settled = useSettled()
  const [count, setCount] = useState(seats.count)
  const preview = useWrite(routes.previewSeats)
  const { mutate } = preview
  useEffect(() => {
    if (count === seats.count) return
    const timer = setTimeout(() => mutate({ params: { id }, body: { seats: count } }), 250)
    return () => clearTimeout(timer)
  }, [count])
  const write = useWrite(routes.changeOwn, {
    onSuccess: () => {
      toast.success(t('billing.saved'))
      onClose()
      settled()
    },
  })
  const least = Math.max(seats.min, seats.used)
  const data = count === seats.count ? null : preview.data
  const failed = write.error ?? (count === seats.count ? null : preview.error)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('seats.change')}
      footer={
        <>
          <Button onClick={onClose}>{t('change.stay')}</Button>
          <Button
            variant="primary"
            loading={write.isPending}
            disabled={!data || count < least}
            onClick={() => write.mutate({ params: { id }, body: { act: 'change_seats', seats: count } })}
          >
            {data && data.due_now > 0 ? t('change.do', { amount: formatMoney(locale, data.due_now, data.currency) }) : t('seats.change')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <SeatCount min={least} max={seats.max} value={count} error={count < least ? t('seats.fewer', { count: seats.used }) : undefined} onChange={setCount} />
        {failed && <Note tone="danger">{messageOf(failed, t('order.failed'))}</Note>}
        {data && <WhatHappens preview={data} />}
      </div>
    </Dialog>
  )
}

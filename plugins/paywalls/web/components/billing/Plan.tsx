/** One subscription of one's own: what comes next, and changing, pausing, leaving. */
import { formatMoney, thumbnailOf } from '@atrium/sdk'
import { Button, Card, Dialog, Field, formatTime, messageOf, Note, RadioGroup, Skeleton, Textarea, toast, useLocale, useT, useWrite } from '@atrium/sdk/web'
import type { RouteReply } from '@atrium/sdk'
import { useEffect, useState } from 'react'
import contract, { LEAVING } from '../../../contract.ts'
import { PurchaseBadge } from '../StateBadge.tsx'
import { Gift } from './Gift.tsx'
import { Seats } from './Seats.tsx'
import { useSettled } from '../settled.ts'
import { WhatHappens } from './WhatHappens.tsx'

const { routes } = contract
export type Own = RouteReply<typeof routes.own>['subscriptions'][number]

/** @param onOtherCard leads to the page where the card is changed; absent: there is none */
export function Plan({ subscription: it, onOtherCard }: { subscription: Own; onOtherCard?: () => void }) {
  const t = useT()
  const locale = useLocale()
  const settled = useSettled()
  const [open, setOpen] = useState<'change' | 'pause' | 'cancel' | null>(null)
  const write = useWrite(routes.changeOwn, {
    onSuccess: () => {
      setOpen(null)
      toast.success(t('billing.saved'))
      settled()
    },
    onError: (error) => toast.error(error.message),
  })
  const day = (at: string) => formatTime(at, { kind: 'date' })
  const act = (body: Parameters<typeof write.mutate>[0]['body']) => write.mutate({ params: { id: it.id }, body })
  const isOver = it.status === 'canceled' || it.status === 'refunded'
  const isLive = !isOver && it.processor_id !== null && it.paywall_price_type !== 'onetime'
  const next = it.renews_at ? t('billing.nextOn', { amount: formatMoney(locale, it.next_amount, it.currency), date: day(it.renews_at) }) : null
  const facts: [string, string | null][] = [
    [t('billing.next'), next],
    [t(isOver ? 'billing.endedOn' : 'billing.endsOn'), it.ends_at ? day(it.ends_at) : null],
    [t('billing.leavesOn'), it.leaves_at ? t('billing.leaves', { date: day(it.leaves_at) }) : null],
    [t('billing.trialUntil'), it.trial_ends_at && !it.leaves_at ? day(it.trial_ends_at) : null],
    [t('billing.pausedUntil'), it.paused_until && it.status === 'paused' ? day(it.paused_until) : null],
    [t('change.credit'), it.credit_until ? t('change.creditUntil', { amount: formatMoney(locale, it.credit, it.currency), date: day(it.credit_until) }) : null],
    [t('billing.paidWith'), it.payment_method && it.payment_method[0]!.toUpperCase() + it.payment_method.slice(1)],
    [t('billing.coupon'), it.paywall_coupon_code ? `${it.paywall_coupon_code}${it.coupon_terms ? `, ${it.coupon_terms}` : ''}` : null],
  ]
  return (
    <Card>
      <div className="flex flex-wrap items-start gap-4 p-5">
        {it.cover_url && <img src={thumbnailOf(it.cover_url)} alt="" className="size-16 rounded-card object-cover" />}
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="flex flex-wrap items-center gap-2 text-17">
            {it.paywall_name} <PurchaseBadge status={it.status} ends={it.ends_at !== null || it.leaves_at !== null} />
          </h2>
          <p className="text-text-2">
            {it.price_name}, {t('billing.since', { date: day(it.created_at) })}
          </p>
        </div>
      </div>
      {it.status === 'past_due' && (
        <Note tone="danger" className="mx-5 mb-4">
          <p>{t('billing.pastDue', { date: it.grace_until ? day(it.grace_until) : '' })}</p>
          {onOtherCard && (
            <Button size="sm" className="mt-2" onClick={onOtherCard}>
              {t('billing.otherCard')}
            </Button>
          )}
        </Note>
      )}
      <dl className="grid gap-x-8 gap-y-2 border-t px-5 py-4 desk:grid-cols-2">
        {facts
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <div key={label} className="flex justify-between gap-4">
              <dt className="shrink-0 text-text-2">{label}</dt>
              <dd className="text-end">{value}</dd>
            </div>
          ))}
      </dl>
      {it.gift && <Gift id={it.id} gift={it.gift} />}
      {it.seats && !isOver && <Seats id={it.id} seats={it.seats} />}
      {isLive && (
        <div className="flex flex-wrap gap-2 border-t px-5 py-4">
          {it.status === 'paused' || it.ends_at ? (
            <Button variant="primary" loading={write.isPending} onClick={() => act({ act: 'resume' })}>
              {t(it.status === 'paused' ? 'billing.resume' : 'billing.keep')}
            </Button>
          ) : null}
          {it.choices.length > 0 && it.status === 'active' && <Button onClick={() => setOpen('change')}>{t('billing.change')}</Button>}
          {it.can_pause && <Button onClick={() => setOpen('pause')}>{t('billing.pause')}</Button>}
          {!it.ends_at && it.paywall_price_type === 'subscription' && (
            <Button variant="ghost" onClick={() => setOpen('cancel')}>
              {t('billing.cancel')}
            </Button>
          )}
        </div>
      )}
      {open === 'change' && (
        <Change it={it} busy={write.isPending} onClose={() => setOpen(null)} onPick={(price_id) => act({ act: 'change_price', price_id })} />
      )}
      {open === 'pause' && <Pause busy={write.isPending} onClose={() => setOpen(null)} onPick={(months) => act({ act: 'pause', months })} />}
      {open === 'cancel' && <Cancel it={it} busy={write.isPending} onClose={() => setOpen(null)} act={act} />}
    </Card>
  )
}

function Change({ it, busy, onClose, onPick }: { it: Own; busy: boolean; onClose: () => void; onPick: (priceId: number) => void }) {
  const t = useT()
  const locale = useLocale()
  const [price, setPrice] = useState(String(it.choices[0]!.id))
  const preview = useWrite(routes.previewChange)
  const { mutate } = preview
  useEffect(() => mutate({ params: { id: it.id }, body: { price_id: Number(price) } }), [price])
  const { data } = preview
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('change.title', { name: it.paywall_name ?? '' })}
      footer={
        <>
          <Button onClick={onClose}>{t('change.stay')}</Button>
          <Button variant="primary" loading={busy} disabled={!data} onClick={() => onPick(Number(price))}>
            {data && data.due_now > 0 ? t('change.do', { amount: formatMoney(locale, data.due_now, data.currency) }) : t('billing.change')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <RadioGroup
          cards
          label={t('checkout.prices')}
          value={price}
          onChange={setPrice}
          options={it.choices.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
        {preview.error ? (
          <Note tone="danger">{messageOf(preview.error, t('order.failed'))}</Note>
        ) : data ? (
          <WhatHappens preview={data} />
        ) : (
          <Skeleton w="100%" h={240} />
        )}
      </div>
    </Dialog>
  )
}

const months = [1, 2, 3, 6]
function Pause({ busy, onClose, onPick }: { busy: boolean; onClose: () => void; onPick: (months: number) => void }) {
  const t = useT()
  const [count, setCount] = useState('1')
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('pause.title')}
      footer={
        <>
          <Button onClick={onClose}>{t('change.stay')}</Button>
          <Button variant="primary" loading={busy} onClick={() => onPick(Number(count))}>
            {t('billing.pause')}
          </Button>
        </>
      }
    >
      <p className="mb-4 text-text-2">{t('pause.text')}</p>
      <RadioGroup
        label={t('pause.title')}
        value={count}
        onChange={setCount}
        options={months.map((n) => ({ value: String(n), label: t('pause.months', { count: n }) }))}
      />
    </Dialog>
  )
}

type Reason = (typeof LEAVING)[number]
/** A reason, and one offer to stay. */
function Cancel({
  it,
  busy,
  onClose,
  act,
}: {
  it: Own
  busy: boolean
  onClose: () => void
  act: (body: { act: 'cancel' | 'pause'; reason?: Reason; comment?: string; months?: number }) => void
}) {
  const t = useT()
  const [reason, setReason] = useState<Reason | ''>('')
  const [comment, setComment] = useState('')
  /** Pressed without a reason. */
  const [asked, setAsked] = useState(false)
  const until = it.renews_at ?? it.trial_ends_at
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('cancel.title', { name: it.paywall_name ?? '' })}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel.keep')}</Button>
          <Button
            variant="danger"
            loading={busy}
            onClick={() => {
              if (reason) act({ act: 'cancel', reason, comment })
              else setAsked(true)
            }}
          >
            {until ? t('cancel.on', { date: formatTime(until, { kind: 'date' }) }) : t('billing.cancel')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Field label={t('cancel.why')} error={asked && !reason ? t('cancel.choose') : undefined}>
          <RadioGroup
            className="flex-col gap-y-1"
            value={reason as Reason}
            onChange={setReason}
            options={LEAVING.map((key) => ({ value: key, label: t(`leaving.${key}`) }))}
          />
        </Field>
        {reason === 'other' && (
          <Textarea
            aria-label={t('cancel.comment')}
            placeholder={t('cancel.comment')}
            maxLength={500}
            value={comment}
            onChange={(event) => setComment(event.target.value)}
          />
        )}
        {it.can_pause && (
          <Note title={t('cancel.offer')} icon="pause">
            <p className="mb-2">{t('cancel.offerText')}</p>
            <Button size="sm" loading={busy} onClick={() => act({ act: 'pause', months: 3, ...(reason && { reason }), comment })}>
              {t('cancel.pause')}
            </Button>
          </Note>
        )}
        {until && <p className="text-13 text-text-2">{t('cancel.text', { date: formatTime(until, { kind: 'date' }) })}</p>}
      </div>
    </Dialog>
  )
}

/** What may be done with a subscription, each with what it needs to be asked. */
import { Button, Card, Dialog, Field, Icon, Input, messageOf, Note, RadioGroup, Select, toast, useRead, useT, useWrite } from '@atrium/sdk/web'
import type { RouteReply } from '@atrium/sdk'
import { useState } from 'react'
import contract from '../../../contract.ts'
import { useSettled } from '../settled.ts'

const { routes } = contract
type One = RouteReply<typeof routes.subscription>
type Act = 'change_price' | 'apply_coupon' | 'give_time' | 'pause' | 'resume' | 'cancel' | 'retry'
const ICONS: Record<Act, string> = {
  change_price: 'refresh-cw',
  apply_coupon: 'ticket',
  give_time: 'gift',
  pause: 'pause',
  resume: 'play',
  cancel: 'circle-x',
  retry: 'rotate-cw',
}

export function Acts({ it }: { it: One }) {
  const t = useT()
  const [act, setAct] = useState<Act | null>(null)
  const isOver = it.status === 'canceled' || it.status === 'refunded' || it.processor_id === null
  const possible: Act[] = isOver
    ? []
    : [
        ...(it.status === 'past_due' ? (['retry'] as const) : []),
        ...(it.status === 'paused' || it.ends_at ? (['resume'] as const) : []),
        ...(it.paywall_price_type === 'subscription' && it.status === 'active' ? (['change_price', 'apply_coupon'] as const) : []),
        ...(it.paywall_price_type === 'subscription' ? (['give_time'] as const) : []),
        ...(it.status === 'active' && it.paywall_price_type === 'subscription' ? (['pause'] as const) : []),
        'cancel',
      ]
  if (possible.length === 0) return null
  return (
    <Card>
      <h2 className="px-4 pt-4 pb-1 text-17">{t('acts')}</h2>
      <ul className="divide-y divide-border">
        {possible.map((key) => (
          <li key={key}>
            <button
              type="button"
              className={`flex w-full items-center gap-3 px-4 py-3 text-start hover:bg-hover ${key === 'cancel' ? 'text-danger' : ''}`}
              onClick={() => setAct(key)}
            >
              <Icon name={ICONS[key]} />
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{t(`act.${key}`)}</span>
                <span className="block text-13 text-text-2">{t(`act.${key}Text`)}</span>
              </span>
              <Icon name="chevron-right" size="sm" className="text-text-3" />
            </button>
          </li>
        ))}
      </ul>
      {act && <Ask it={it} act={act} onClose={() => setAct(null)} />}
    </Card>
  )
}

function Ask({ it, act, onClose }: { it: One; act: Act; onClose: () => void }) {
  const t = useT()
  const settled = useSettled()
  const paywall = useRead(routes.show, { params: { id: it.paywall_id! } }, { enabled: act === 'change_price' && it.paywall_id !== null })
  const [price, setPrice] = useState('')
  const [code, setCode] = useState('')
  const [days, setDays] = useState('30')
  const [months, setMonths] = useState('1')
  const [ends, setEnds] = useState<'now' | 'at_period_end'>('at_period_end')
  const [refund, setRefund] = useState<'none' | 'prorated' | 'full'>('none')
  const write = useWrite(routes.changeSubscription, {
    onSuccess: () => {
      toast.success(t('billing.saved'))
      onClose()
      settled()
    },
  })
  const go = () =>
    write.mutate({
      params: { id: it.id },
      body: {
        act,
        ...(act === 'change_price' && { price_id: Number(price) }),
        ...(act === 'apply_coupon' && { coupon_code: code }),
        ...(act === 'give_time' && { days: Number(days) }),
        ...(act === 'pause' && { months: Number(months) }),
        ...(act === 'cancel' && { ends_at: ends, ...(ends === 'now' && refund !== 'none' && { refund_type: refund }) }),
      },
    })
  const missing = (act === 'change_price' && !price) || (act === 'apply_coupon' && !code.trim())
  const choices = (paywall.data?.prices ?? []).filter(
    ({ id, status, price_type }) => status === 'active' && price_type === 'subscription' && id !== it.paywall_price_id,
  )
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t(`act.${act}`)}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel.close')}</Button>
          <Button variant={act === 'cancel' ? 'danger' : 'primary'} disabled={missing} loading={write.isPending} onClick={go}>
            {t(`act.${act}`)}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p className="text-text-2">{t(`act.${act}Text`)}</p>
        {write.error && <Note tone="danger">{messageOf(write.error, t('order.failed'))}</Note>}
        {act === 'change_price' && (
          <Field label={t('act.price')} help={choices.length === 0 && paywall.data ? t('act.noPrice') : undefined}>
            <Select
              value={price}
              onChange={(event) => setPrice(event.target.value)}
              options={[
                { value: '', label: t('order.choose') },
                ...choices.map(({ id, name, display_name }) => ({ value: String(id), label: name ? `${name}, ${display_name}` : display_name })),
              ]}
            />
          </Field>
        )}
        {act === 'apply_coupon' && (
          <Field label={t('coupons.code')}>
            <Input value={code} maxLength={60} onChange={(event) => setCode(event.target.value.toUpperCase())} />
          </Field>
        )}
        {act === 'give_time' && (
          <Field label={t('act.days')}>
            <Input type="number" min={1} max={730} value={days} onChange={(event) => setDays(event.target.value)} />
          </Field>
        )}
        {act === 'pause' && (
          <Field label={t('act.months')}>
            <Input type="number" min={1} max={6} value={months} onChange={(event) => setMonths(event.target.value)} />
          </Field>
        )}
        {act === 'cancel' && (
          <>
            <RadioGroup
              label={t('act.when')}
              value={ends}
              onChange={setEnds}
              options={(['at_period_end', 'now'] as const).map((value) => ({ value, label: t(`act.when.${value}`) }))}
            />
            {ends === 'now' && it.refundable && (
              <RadioGroup
                label={t('refund.title')}
                value={refund}
                onChange={setRefund}
                options={(['none', 'prorated', 'full'] as const).map((value) => ({ value, label: t(`act.refund.${value}`) }))}
              />
            )}
          </>
        )}
      </div>
    </Dialog>
  )
}

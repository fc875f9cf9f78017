/** A gift as its buyer sees it: who is to have it, whether it was sent and taken, and sending it once more. */
import { Badge, Button, Dialog, Field, fieldErrors, formatTime, Input, messageOf, Note, toast, useQueryCache, useT, useWrite, useCopy } from '@atrium/sdk/web'
import type { RouteReply } from '@atrium/sdk'
import { useState } from 'react'
import contract from '../../../contract.ts'

const { routes } = contract
type State = NonNullable<RouteReply<typeof routes.own>['subscriptions'][number]['gift']>
const TONES = { waits: 'warning', sent: 'info', link: 'info', redeemed: 'success', void: 'neutral' } as const

export function Gift({ id, gift }: { id: number; gift: State }) {
  const t = useT()
  const toClipboard = useCopy()
  const [open, setOpen] = useState(false)
  const link = useWrite(routes.giftLink, {
    onSuccess: ({ url }) => void toClipboard(url, t('seats.copied')),
    onError: (error) => toast.error(error.message),
  })
  const day = (at: string) => formatTime(at, { kind: 'date' })
  const said =
    gift.state === 'redeemed'
      ? t('gift.redeemedBy', { name: gift.redeemed_by ?? gift.email, date: day(gift.redeemed_at!) })
      : gift.state === 'sent'
        ? t('gift.sentOn', { email: gift.email, date: day(gift.sent_at!) })
        : gift.state === 'waits'
          ? t('gift.waitsFor', { email: gift.email, date: gift.send_on ? day(`${gift.send_on}T12:00:00Z`) : '' })
          : t(gift.state === 'link' ? 'gift.linkText' : 'gift.voidText')
  return (
    <section className="grid gap-2 border-t px-5 py-4">
      <h3 className="flex flex-wrap items-center gap-2 font-medium">
        {t('gift.for', { name: gift.name || gift.email })} <Badge tone={TONES[gift.state]}>{t(`gift.state.${gift.state}`)}</Badge>
      </h3>
      <p className="text-text-2 wrap-anywhere">{said}</p>
      {gift.note && <p className="border-s-2 border-border ps-3 text-13 whitespace-pre-line text-text-2 wrap-anywhere">{gift.note}</p>}
      {(gift.state === 'sent' || gift.state === 'waits') && (
        <div>
          <Button size="sm" icon="mail" onClick={() => setOpen(true)}>
            {t(gift.state === 'sent' ? 'gift.resend' : 'gift.sendNow')}
          </Button>
        </div>
      )}
      {gift.state === 'link' && (
        <div>
          <Button size="sm" icon="link" loading={link.isPending} onClick={() => link.mutate({ params: { id } })}>
            {t('gift.copyLink')}
          </Button>
        </div>
      )}
      {open && <Resend id={id} email={gift.email} onClose={() => setOpen(false)} />}
    </section>
  )
}

function Resend({ id, email, onClose }: { id: number; email: string; onClose: () => void }) {
  const t = useT()
  const cache = useQueryCache()
  const [value, setValue] = useState(email)
  const write = useWrite(routes.resendGift, {
    onSuccess: () => {
      toast.success(t('gift.sent'))
      void cache.invalidate(contract)
      onClose()
    },
  })
  const errors = fieldErrors(write.error)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('gift.resend')}
      footer={
        <>
          <Button onClick={onClose}>{t('change.stay')}</Button>
          <Button variant="primary" loading={write.isPending} onClick={() => write.mutate({ params: { id }, body: { email: value.trim() } })}>
            {t('gift.sendNow')}
          </Button>
        </>
      }
    >
      <p className="mb-4 text-text-2">{t('gift.resendText')}</p>
      <Field label={t('gift.email')} error={errors.email}>
        <Input type="email" maxLength={320} value={value} onChange={(event) => setValue(event.target.value)} />
      </Field>
      {write.error && !errors.email && (
        <Note tone="danger" className="mt-3">
          {messageOf(write.error, t('order.failed'))}
        </Note>
      )}
    </Dialog>
  )
}

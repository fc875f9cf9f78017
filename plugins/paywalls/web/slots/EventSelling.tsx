/** Where an event is written: whether one needs a ticket to come, and what a ticket costs. The price is made with the event, when it is saved. */
import type { SlotPropsOf } from '@atrium/sdk'
import { Failure, Note, SettingRow, Skeleton, Switch, useQueryCache, useRead, useSession, useT } from '@atrium/sdk/web'
import { useEffect } from 'react'
import type events from '../../../events/contract.ts'
import contract from '../../contract.ts'
import { sell } from '../components/selling/create.ts'
import { paywallOf } from '../components/selling/price.ts'
import { FirstPriceFields, SoldBy } from '../components/selling/Selling.tsx'
import { useFirstPrice } from '../components/selling/useFirstPrice.ts'

type Props = SlotPropsOf<(typeof events)['slots']['event.selling']>

export default function EventSelling({ paid, onChange, event, whenSaved }: Props) {
  const t = useT()
  return (
    <>
      <SettingRow title={t('event.selling')} text={t('event.sellingText')} control={(aria) => <Switch {...aria} checked={paid} onChange={onChange} />} />
      {paid && (
        <div className="px-4 pb-4 desk:px-5">
          <TicketPrice event={event} whenSaved={whenSaved} />
        </div>
      )}
    </>
  )
}

function TicketPrice({ event, whenSaved }: Pick<Props, 'event' | 'whenSaved'>) {
  const t = useT()
  const { can } = useSession()
  const cache = useQueryCache()
  const [price, setPrice] = useFirstPrice()
  const { data, error, refetch } = useRead(contract.routes.opening, { query: { kind: 'event', target_id: event?.id ?? 0 } }, { enabled: event !== null })
  const cards = data?.records ?? []
  const isSold = cards.length > 0
  const { amount, currency } = price
  const isReady = !isSold && paywallOf('event', { id: 0, name: '' }, price) !== null
  useEffect(() => {
    if (!isReady) return
    whenSaved(async (saved) => {
      await sell(paywallOf('event', saved, price)!)
      void cache.invalidate(contract)
    })
    return () => whenSaved(null)
  }, [isReady, amount, currency])
  if (error) return <Failure error={error} onRetry={() => void refetch()} />
  if (event && !data) return <Skeleton w="100%" h={64} />
  if (isSold) return <SoldBy cards={cards} />
  if (!can('paywalls.manage')) return <Note tone="warning">{t('selling.askAdmin')}</Note>
  return (
    <div className="grid gap-3">
      <FirstPriceFields value={price} recurs={false} onChange={setPrice} />
      {!isReady && <Note tone="warning">{t('selling.noPrice')}</Note>}
    </div>
  )
}

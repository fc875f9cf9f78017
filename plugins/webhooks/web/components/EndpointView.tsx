/** One endpoint: what it is signed with, what it gets, and what was delivered to it. */
import { Button, Card, cx, IconButton, Menu, Note, Query, Skeleton, Time, useNarrow, useRead, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Endpoint } from '../../contract.ts'
import { Deliveries } from './Deliveries.tsx'
import { DeliveryView } from './DeliveryView.tsx'
import { StateBadge } from './marks.tsx'
import { ReplayDialog } from './ReplayDialog.tsx'
import { Secret } from './Secret.tsx'
import { useActs } from './useActs.ts'

const { routes } = contract
/** Milliseconds between looks at what is delivered while it is on screen. */
const LOOK_MS = 10_000
const SHOWN = 12

interface EndpointViewProps {
  id: number
  deliveryId: number | null
  onEdit: (endpoint: Endpoint) => void
}
export function EndpointView({ id, deliveryId, onEdit }: EndpointViewProps) {
  const query = useRead(routes.show, { params: { id } }, { refetchInterval: LOOK_MS })
  const isNarrow = useNarrow()
  return (
    <Query query={query} skeleton={<Skeleton w="100%" h={520} />}>
      {(endpoint) => (
        <Card as="section" aria-label={endpoint.name} className="overflow-hidden">
          {!(isNarrow && deliveryId) && <Head endpoint={endpoint} onEdit={() => onEdit(endpoint)} />}
          <div className={cx(!!deliveryId && 'min-[1301px]:grid min-[1301px]:grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)]')}>
            {!(isNarrow && deliveryId) && (
              <Deliveries
                endpoint={endpoint}
                failing={endpoint.failing_deliveries_count}
                currentId={deliveryId}
                className={cx(!!deliveryId && 'min-[1301px]:border-e')}
              />
            )}
            {deliveryId && <DeliveryView key={deliveryId} endpoint={endpoint} id={deliveryId} className="max-[1300px]:desk:border-t" />}
          </div>
        </Card>
      )}
    </Query>
  )
}

function Head({ endpoint, onEdit }: { endpoint: Endpoint; onEdit: () => void }) {
  const t = useT()
  const acts = useActs(endpoint)
  const [isReplaying, setReplaying] = useState(false)
  const { name, url, events, state } = endpoint
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b px-4 py-4 desk:px-5">
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="flex items-center gap-2 text-17">
            <span className="min-w-0 truncate">{name}</span>
            <StateBadge state={state} />
          </h2>
          <code className="block truncate font-mono text-12 text-text-3" title={url}>
            {url}
          </code>
        </div>
        <Button size="sm" icon="send" className="max-desk:h-11" loading={acts.isTesting} onClick={acts.test}>
          {t('test.action')}
        </Button>
        <IconButton icon="pencil" label={t('edit.action')} onClick={onEdit} />
        <Menu
          align="end"
          trigger={<IconButton icon="ellipsis" label={t('menu.label', { name })} />}
          items={[
            state !== 'off' && { label: t('replay.span'), icon: 'history', onSelect: () => setReplaying(true) },
            state === 'off'
              ? { label: t('menu.turn_on'), icon: 'play', onSelect: () => acts.turn(true) }
              : { label: t('menu.turn_off'), icon: 'ban', onSelect: () => acts.turn(false) },
            '-',
            { label: t('delete.action'), icon: 'trash-2', tone: 'danger', onSelect: () => void acts.remove() },
          ]}
        />
      </div>
      <Troubles endpoint={endpoint} />
      <div className="grid gap-x-10 gap-y-3 border-b px-4 py-3 desk:grid-cols-[auto_minmax(0,1fr)] desk:px-5">
        <Secret key={endpoint.id} endpoint={endpoint} />
        <div className="min-w-0">
          <p className="text-12 text-text-3">{t('events.title')}</p>
          {events === null ? <p className="text-13">{t('events.all')}</p> : <EventNames events={events} />}
        </div>
      </div>
      {isReplaying && <ReplayDialog endpoint={endpoint} onClose={() => setReplaying(false)} />}
    </>
  )
}
function EventNames({ events }: { events: readonly string[] }) {
  const t = useT()
  const [isAll, setAll] = useState(false)
  const shown = isAll ? events : events.slice(0, SHOWN)
  return (
    <ul className="flex flex-wrap gap-1 pt-0.5">
      {shown.map((event) => (
        <li key={event} className="max-w-full truncate rounded-mark bg-hover px-1.5 py-0.5 font-mono text-12">
          {event}
        </li>
      ))}
      {shown.length < events.length && (
        <li>
          <Button size="sm" variant="ghost" onClick={() => setAll(true)}>
            {t('events.more', { count: events.length - shown.length })}
          </Button>
        </li>
      )}
    </ul>
  )
}
/** Why nothing arrives, and what can be done. */
function Troubles({ endpoint }: { endpoint: Endpoint }) {
  const t = useT()
  const acts = useActs(endpoint)
  const { state, is_gone, failing_since, resting_since } = endpoint
  if (state === 'resting')
    return (
      <Note tone="warning" title={t('resting.title')} className="rounded-none border-b">
        <p>
          {t('resting.text')} {resting_since && <Time value={resting_since} kind="datetime" within />}
        </p>
        <Button size="sm" icon="play" className="mt-2 max-desk:h-11" loading={acts.isWaking} onClick={acts.wake}>
          {t('resting.action')}
        </Button>
      </Note>
    )
  if (state === 'failing')
    return (
      <Note tone="danger" className="rounded-none border-b">
        {t('failing.text')} {failing_since && <Time value={failing_since} kind="datetime" within />}
      </Note>
    )
  if (state === 'off' && is_gone)
    return (
      <Note tone="warning" className="rounded-none border-b">
        {t('gone.text')}
      </Note>
    )
  return null
}

/** `/settings/webhooks`: endpoints beside the one that is chosen; on phones one after the other. */
import { AdminPage, Button, Card, EmptyState, Query, Skeleton, useNarrow, useRead, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Endpoint } from '../../contract.ts'
import { EndpointCard } from '../components/EndpointCard.tsx'
import { EndpointForm } from '../components/EndpointForm.tsx'
import { EndpointView } from '../components/EndpointView.tsx'
import { EventsDialog } from '../components/EventsDialog.tsx'
import { endpointPath, LIST_PATH, usePlace } from '../components/place.ts'

const { routes } = contract
const LOOK_MS = 15_000

export default function Webhooks() {
  const t = useT()
  const isNarrow = useNarrow()
  const query = useRead(routes.list, {}, { refetchInterval: LOOK_MS })
  const { endpointId, deliveryId } = usePlace()
  const [form, setForm] = useState<{ endpoint: Endpoint | null } | null>(null)
  const [isCatalogue, setCatalogue] = useState(false)
  const count = query.data?.events_count
  const chosen = query.data?.records.find(({ id }) => id === endpointId)
  const back =
    !isNarrow || !chosen ? undefined : deliveryId ? { to: endpointPath(chosen.id), label: chosen.name } : { to: LIST_PATH, label: t('admin.webhooks') }
  return (
    <AdminPage
      name="webhooks/Webhooks"
      title={back ? chosen!.name : t('admin.webhooks')}
      who="webhooks.manage"
      wide
      back={back}
      actions={
        back
          ? []
          : [
              count !== undefined && { label: t('catalogue.action', { count }), icon: 'book-open', onSelect: () => setCatalogue(true) },
              { label: t('new.action'), icon: 'plus', primary: true, onSelect: () => setForm({ endpoint: null }) },
            ]
      }
    >
      <Query
        query={query}
        skeleton={<Skeleton w="100%" h={480} />}
        isEmpty={({ records }) => records.length === 0}
        empty={
          <Card>
            <EmptyState
              icon="webhook"
              title={t('none.title')}
              text={t('none.text')}
              action={
                <Button variant="primary" icon="plus" onClick={() => setForm({ endpoint: null })}>
                  {t('new.action')}
                </Button>
              }
            />
          </Card>
        }
      >
        {({ records }) => {
          const current = chosen ?? (isNarrow ? undefined : records[0])
          return (
            <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 min-[1081px]:grid-cols-[300px_minmax(0,1fr)]">
              {!(isNarrow && current) && (
                <ul aria-label={t('admin.webhooks')} className="grid gap-2.5">
                  {records.map((endpoint) => (
                    <EndpointCard key={endpoint.id} endpoint={endpoint} isCurrent={endpoint.id === current?.id} />
                  ))}
                </ul>
              )}
              {current && (
                <EndpointView key={current.id} id={current.id} deliveryId={chosen ? deliveryId : null} onEdit={(endpoint) => setForm({ endpoint })} />
              )}
            </div>
          )
        }}
      </Query>
      {form && <EndpointForm endpoint={form.endpoint} onClose={() => setForm(null)} />}
      {isCatalogue && <EventsDialog onClose={() => setCatalogue(false)} />}
    </AdminPage>
  )
}

/** What went wrong often enough that somebody should know. */
import { Badge, Button, Card, CardHead, LinkButton, Time, toast, useT, useWrite } from '@atrium/sdk/web'
import contract, { type Incident } from '../../contract.ts'

export function Incidents({ incidents }: { incidents: readonly Incident[] }) {
  const t = useT()
  const resolve = useWrite(contract.routes.resolveIncident, { invalidates: [contract.routes.setup], onError: (error) => toast.error(error.message) })
  if (incidents.length === 0) return null
  return (
    <Card>
      <CardHead title={t('incidents.title')} text={t('incidents.text')} />
      <ul className="divide-y divide-border border-t">
        {incidents.map(({ id, kind, text, times, last_at: last, resolved_at: over, refund_path: refundPath }) => (
          <li key={id} className="flex flex-wrap items-center gap-3 px-4 py-3 desk:px-5">
            <div className="min-w-0 flex-1 basis-60">
              <p className="flex flex-wrap items-center gap-2 font-medium">
                {t(`incident.${kind}`)}
                <Badge tone={over ? 'neutral' : 'danger'}>{t(over ? 'incident.over' : 'incident.open')}</Badge>
              </p>
              <p className="text-13 text-text-2 wrap-anywhere">{text}</p>
              <p className="text-12 text-text-3">
                {t('incident.times', { count: times })} · <Time value={last} kind="datetime" />
              </p>
            </div>
            {!over && refundPath && <LinkButton to={refundPath}>{t('incident.refund')}</LinkButton>}
            {!over && (
              <Button loading={resolve.isPending} onClick={() => resolve.mutate({ params: { id }, body: {} })}>
                {t('incident.resolve')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

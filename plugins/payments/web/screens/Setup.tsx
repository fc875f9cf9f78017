/** The payment processor of the community: which one, its keys, how it stands, its webhooks, what people may pay with. */
import {
  AdminPage,
  Badge,
  Card,
  CardHead,
  Failure,
  Note,
  PagedCard,
  Skeleton,
  Switch,
  SettingRow,
  Time,
  toast,
  useRead,
  useReadPages,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import contract, { type Setup as SetupRecord, type WebhookEvent } from '../../contract.ts'
import { Incidents } from '../components/Incidents.tsx'
import { Payouts } from '../components/Payouts.tsx'
import { ProcessorForm } from '../components/ProcessorForm.tsx'
import { TestClock } from '../components/TestClock.tsx'
import { Copyable } from '../components/Copyable.tsx'

const { routes } = contract
const TONES = { ready: 'success', needs_setup: 'warning', restricted: 'danger', unreachable: 'danger' } as const

export default function Setup() {
  const t = useT()
  const query = useRead(routes.setup)
  const { data } = query
  return (
    <AdminPage name="payments/Setup" title={t('admin.title')} text={t('admin.text')} who="payments.manage">
      {query.error ? <Failure error={query.error} onRetry={() => void query.refetch()} /> : data ? <Record record={data} /> : <Skeleton w="100%" h={420} />}
    </AdminPage>
  )
}

function Record({ record }: { record: SetupRecord }) {
  const t = useT()
  return (
    <div className="grid gap-4">
      <Card>
        <div className="flex flex-wrap items-center gap-3 px-4 py-4 desk:px-5">
          <div className="min-w-0 flex-1 basis-60">
            <h2 className="text-17">{t(`provider.${record.provider}`)}</h2>
            <p className="text-13 text-text-2">{t(record.provider === 'stripe' ? `state.stripe.${record.state}` : `state.${record.provider}.ready`)}</p>
            {record.problem && <p className="mt-1 text-13 text-text-2">{record.problem}</p>}
          </div>
          <Badge tone={TONES[record.state]}>{t(`state.${record.state}`)}</Badge>
        </div>
        {record.waiting > 0 && <p className="border-t px-4 py-3 text-13 text-text-2 desk:px-5">{t('waiting', { count: record.waiting })}</p>}
      </Card>
      {record.provider === 'test' && (
        <Note tone="warning" title={t('test.note')}>
          {t('test.note.text')}
        </Note>
      )}
      <Incidents incidents={record.incidents} />
      <Card pad>
        <ProcessorForm record={record} key={record.provider} />
      </Card>
      {record.provider === 'test' && record.test_now && <TestClock now={record.test_now} />}
      <Preferences />
      {(record.stripe.has_secret_key || !record.stripe.account_id) && (
        <Card>
          <CardHead title={t('webhooks.title')} text={t('webhooks.text')} />
          <div className="border-t px-4 py-4 desk:px-5">
            <Copyable label={t('webhooks.address')} text={record.webhook_url} />
          </div>
        </Card>
      )}
      {record.provider !== 'manual' && <Payouts provider={record.provider} />}
      <WebhookEvents />
    </div>
  )
}

function Preferences() {
  const t = useT()
  const { data } = useRead(routes.preferences)
  const change = useWrite(routes.setPreference, { invalidates: [routes.preferences], onError: (error) => toast.error(error.message) })
  const shown = data?.records.filter(({ normalized_state: state }) => state !== 'unavailable') ?? []
  if (shown.length === 0) return null
  return (
    <Card>
      <CardHead title={t('ways.title')} text={t('ways.text')} />
      {shown.map((way) => (
        <SettingRow
          key={way.payment_method}
          title={t(`way.${way.payment_method}`)}
          text={way.normalized_state === 'pending_verification' ? t('way.pending') : undefined}
          control={(aria) => (
            <Switch
              {...aria}
              checked={way.is_enabled}
              disabled={!way.mutable || change.isPending}
              onChange={(is_enabled) => change.mutate({ body: { payment_method: way.payment_method, is_enabled } })}
            />
          )}
        />
      ))}
    </Card>
  )
}

function WebhookEvents() {
  const t = useT()
  const query = useReadPages(routes.webhookEvents)
  return (
    <section className="grid gap-3">
      <h2 className="text-17">{t('events.title')}</h2>
      <PagedCard query={query} icon="bell-ring" empty={{ title: t('events.empty'), text: t('events.empty.text') }} height={240}>
        {(event) => <EventRow key={event.id} event={event} />}
      </PagedCard>
    </section>
  )
}
function EventRow({ event: { type, object_id: about, received, waits, created_at: at } }: { event: WebhookEvent }) {
  const t = useT()
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1 px-4 py-3 desk:px-5">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-mono text-13 wrap-anywhere">{type}</p>
        {about && <p className="font-mono text-12 text-text-3 wrap-anywhere">{about}</p>}
      </div>
      <span className="flex items-center gap-2">
        {received > 1 && <Badge>{t('events.times', { count: received })}</Badge>}
        {waits && <Badge tone="warning">{t('events.waits')}</Badge>}
        <Time value={at} kind="datetime" className="text-12 tabular-nums text-text-3" />
      </span>
    </li>
  )
}

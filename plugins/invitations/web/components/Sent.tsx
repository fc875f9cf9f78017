/** Sendings with how far they are, and invitations that are still open. */
import { shownEmail } from '@atrium/sdk'
import {
  Badge,
  Button,
  Card,
  CardHead,
  LinkButton,
  ListTable,
  Progress,
  Time,
  toast,
  useAskedWrite,
  useEvent,
  useList,
  useQueryCache,
  useReadPages,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import contract, { type BulkInvitation, EMAIL_STATES } from '../../contract.ts'

const { routes } = contract
const SENDINGS = 3

export function Sendings() {
  const t = useT()
  const cache = useQueryCache()
  const query = useReadPages(routes.bulks, { query: { per_page: SENDINGS } })
  useEvent(contract.events['bulk_invitation.progressed'], () => {
    void cache.invalidate(routes.bulks)
    void cache.invalidate(routes.emails)
  })
  const bulks = query.data?.pages[0]?.records ?? []
  if (bulks.length === 0) return null
  return (
    <Card as="section" className="mb-5">
      <CardHead title={t('sendings.title')} />
      <ul className="divide-y divide-border">
        {bulks.map((bulk) => (
          <Sending key={bulk.id} bulk={bulk} />
        ))}
      </ul>
    </Card>
  )
}
function Sending({ bulk }: { bulk: BulkInvitation }) {
  const t = useT()
  const stop = useWrite(routes.stopBulk, { invalidates: [contract], onError: (error) => toast.error(error.message) })
  const isSending = bulk.status === 'sending'
  return (
    <li className="grid gap-2 px-5 py-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-0">
          <span className="font-medium">{t('sendings.counts', { sent: bulk.sent, total: bulk.total, accepted: bulk.accepted })}</span>{' '}
          {bulk.status !== 'done' && <Badge tone={isSending ? 'info' : 'neutral'}>{t(`sendings.${bulk.status}`)}</Badge>}
        </p>
        <span className="flex items-center gap-3 text-12 text-text-3">
          {bulk.author} · <Time value={bulk.created_at} />
          {isSending && (
            <Button size="sm" loading={stop.isPending} onClick={() => stop.mutate({ params: { id: bulk.id } })}>
              {t('stop')}
            </Button>
          )}
        </span>
      </div>
      {isSending && <Progress thin label={t('sendings.progress')} value={bulk.total ? (bulk.sent / bulk.total) * 100 : 0} />}
      {isSending && bulk.waits_until && (
        <p className="text-12 text-text-3">
          {t('sendings.waits')} <Time within value={bulk.waits_until} kind="datetime" />
        </p>
      )}
    </li>
  )
}

const TONES = { open: 'info', accepted: 'success', revoked: 'neutral', expired: 'warning' } as const

export function OpenInvitations({ start }: { start: string }) {
  const t = useT()
  const list = useList(routes.emails, { search: 'search_text', filters: { status: 'open' } })
  const resend = useWrite(routes.resend, {
    invalidates: [contract],
    onSuccess: ({ email }) => toast.success(t('open.resent', { email })),
    onError: (error) => toast.error(error.message),
  })
  const revoke = useAskedWrite(routes.revokeEmail, [contract])
  return (
    <section aria-label={t('open.title')}>
      <ListTable
        list={list}
        label={t('open.title')}
        search={t('open.search')}
        filters={[
          { field: 'status', label: t('links.status'), segment: true, options: EMAIL_STATES.map((value) => ({ value, label: t(`emails.state.${value}`) })) },
        ]}
        height={240}
        empty={{
          icon: 'mail',
          title: t('open.none'),
          text: t('open.none_text'),
          action: (
            <LinkButton variant="primary" to={start}>
              {t('invite.start')}
            </LinkButton>
          ),
        }}
        found={{ title: t('open.none_found') }}
        columns={[
          {
            key: 'email',
            title: t('open.email'),
            render: (row) => (
              <span className="wrap-anywhere">
                <span className="font-medium">{shownEmail(row.email)}</span> {row.name && <span className="text-text-3">{row.name}</span>}
              </span>
            ),
          },
          { key: 'status', state: true, title: t('links.status'), render: (row) => <Badge tone={TONES[row.status]}>{t(`email.${row.status}`)}</Badge> },
          { key: 'mails', align: 'right', title: t('open.mails'), render: (row) => row.mails_sent.toLocaleString() },
          { key: 'last', title: t('open.last'), render: (row) => (row.last_sent_at ? <Time value={row.last_sent_at} /> : t('open.waits')) },
          { key: 'next', title: t('open.next'), render: (row) => (row.next_reminder_at ? <Time value={row.next_reminder_at} kind="day" /> : '–') },
          { key: 'by', title: t('open.by'), render: (row) => row.invited_by ?? '–' },
        ]}
        menu={({ id, email, status }) =>
          status !== 'open' && status !== 'expired'
            ? null
            : {
                label: t('open.menu', { email }),
                items: [
                  { label: t('open.resend'), icon: 'send', onSelect: () => resend.mutate({ params: { id } }) },
                  {
                    label: t('open.revoke'),
                    icon: 'x',
                    tone: 'danger',
                    onSelect: () =>
                      void revoke(
                        { params: { id } },
                        { title: t('open.revoke_title', { email }), text: t('open.revoke_text'), action: t('open.revoke') },
                        t('open.revoked', { email }),
                      ),
                  },
                ],
              }
        }
      />
    </section>
  )
}

/** Sendings with how far they are, and invitations that are still open. */
import { shownEmail } from '@atrium/sdk'
import {
  Badge,
  Button,
  Card,
  CardHead,
  EmptyState,
  PagedTable,
  IconButton,
  LinkButton,
  Menu,
  Progress,
  SearchField,
  Segment,
  Time,
  toast,
  useConfirm,
  useEvent,
  useQueryCache,
  useReadPages,
  useSettled,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type BulkInvitation, EMAIL_STATES, type EmailInvitation } from '../../contract.ts'

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
          <Badge tone={isSending ? 'info' : bulk.status === 'done' ? 'success' : 'neutral'}>{t(`sendings.${bulk.status}`)}</Badge>
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
  const [text, setText] = useState('')
  const [status, setStatus] = useState<(typeof EMAIL_STATES)[number]>('open')
  const search_text = useSettled(text.trim()) || undefined
  const query = useReadPages(routes.emails, { query: { status, search_text } }, { keepPrevious: true })
  const isPlain = status === 'open' && !search_text
  return (
    <section aria-label={t('open.title')}>
      <div className="mb-4 flex flex-wrap gap-3">
        <div className="w-full max-w-80">
          <SearchField value={text} onChange={setText} label={t('open.search')} placeholder={t('open.search')} />
        </div>
        <Segment label={t('links.status')} value={status} onChange={setStatus} items={EMAIL_STATES.map((value) => ({ value, label: t(`email.${value}`) }))} />
      </div>
      <PagedTable
        query={query}
        height={240}
        label={t('open.title')}
        empty={
          <EmptyState
            icon="mail"
            title={t(isPlain ? 'open.none' : 'open.none_found')}
            text={isPlain ? t('open.none_text') : undefined}
            action={
              isPlain && (
                <LinkButton variant="primary" to={start}>
                  {t('invite.start')}
                </LinkButton>
              )
            }
          />
        }
        columns={[
          {
            key: 'email',
            title: t('open.email'),
            render: (row: EmailInvitation) => (
              <span className="wrap-anywhere">
                <span className="font-medium">{shownEmail(row.email)}</span> {row.name && <span className="text-text-3">{row.name}</span>}
              </span>
            ),
          },
          {
            key: 'status',
            state: true,
            title: t('links.status'),
            render: (row: EmailInvitation) => <Badge tone={TONES[row.status]}>{t(`email.${row.status}`)}</Badge>,
          },
          { key: 'mails', align: 'right', title: t('open.mails'), render: (row: EmailInvitation) => row.mails_sent.toLocaleString() },
          {
            key: 'last',
            title: t('open.last'),
            render: (row: EmailInvitation) => (row.last_sent_at ? <Time value={row.last_sent_at} /> : t('open.waits')),
          },
          {
            key: 'next',
            title: t('open.next'),
            render: (row: EmailInvitation) => (row.next_reminder_at ? <Time value={row.next_reminder_at} kind="day" /> : '–'),
          },
          { key: 'by', title: t('open.by'), render: (row: EmailInvitation) => row.invited_by ?? '–' },
          {
            key: 'menu',
            pinned: true,
            align: 'right',
            title: <span className="sr-only">{t('acts')}</span>,
            render: (row: EmailInvitation) => <Acts row={row} />,
          },
        ]}
      />
    </section>
  )
}
function Acts({ row }: { row: EmailInvitation }) {
  const t = useT()
  const confirm = useConfirm()
  const done = (words: string) => ({
    invalidates: [contract],
    onSuccess: () => toast.success(t(words, { email: row.email })),
    onError: (error: Error) => toast.error(error.message),
  })
  const resend = useWrite(routes.resend, done('open.resent'))
  const revoke = useWrite(routes.revokeEmail, done('open.revoked'))
  const input = { params: { id: row.id } }
  if (row.status !== 'open' && row.status !== 'expired') return null
  const ask = async () => {
    if (await confirm({ title: t('open.revoke_title', { email: row.email }), text: t('open.revoke_text'), action: t('open.revoke'), tone: 'danger' }))
      revoke.mutate(input)
  }
  return (
    <Menu
      trigger={<IconButton icon="ellipsis" label={t('open.menu', { email: row.email })} />}
      items={[
        { label: t('open.resend'), icon: 'send', onSelect: () => resend.mutate(input) },
        { label: t('open.revoke'), icon: 'x', tone: 'danger', onSelect: () => void ask() },
      ]}
    />
  )
}

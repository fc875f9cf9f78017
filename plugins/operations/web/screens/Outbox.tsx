/** Mails of the community: what went out, what failed, what is held because there is no mail server. */
import { useState } from 'react'
import {
  AdminPage,
  Badge,
  Button,
  Drawer,
  EmptyState,
  Note,
  Query,
  Segment,
  Skeleton,
  Time,
  toast,
  useRead,
  useReadPages,
  useT,
  useWrite,
  PagedCard,
} from '@atrium/sdk/web'
import type { RouteReply } from '@atrium/sdk'
import contract from '../../contract.ts'

const { mail: outboxMail, mails: outboxRoute, resend: resendMail } = contract.routes
type OutboxMail = RouteReply<typeof outboxRoute>['records'][number]
type WholeMail = RouteReply<typeof outboxMail>

const TONE = { queued: 'info', waiting: 'warning', held: 'warning', sent: 'success', failed: 'danger' } as const
const STATES = ['all', 'held', 'queued', 'waiting', 'sent', 'failed'] as const

export default function Outbox() {
  const t = useT()
  const [state, setState] = useState<(typeof STATES)[number]>('all')
  const [open, setOpen] = useState<OutboxMail | null>(null)
  const query = useReadPages(outboxRoute, { query: state === 'all' ? {} : { status: state } }, { keepPrevious: true })
  return (
    <AdminPage name="operations/Outbox" title={t('admin.outbox')} text={t('outbox.text')}>
      <div className="mb-4">
        <Segment label={t('outbox.filter')} value={state} onChange={setState} items={STATES.map((value) => ({ value, label: t(`outbox.${value}`) }))} />
      </div>
      <PagedCard query={query} icon="mail" empty={{ title: t('outbox.empty.title'), text: t('outbox.empty.text') }}>
        {(mail) => (
          <li key={mail.id}>
            <button
              type="button"
              onClick={() => setOpen(mail)}
              className="flex w-full items-center gap-3 px-4 py-3 text-start hover:bg-hover focus-visible:-outline-offset-2 desk:px-5"
            >
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">{mail.subject}</span>
                <span className="block truncate text-13 text-text-3">{mail.recipient}</span>
              </span>
              <StatusBadge status={mail.status} />
              <Time value={mail.created_at} className="w-20 text-end text-12 tabular-nums text-text-3 max-desk:hidden" />
            </button>
          </li>
        )}
      </PagedCard>
      <Drawer open={open !== null} onOpenChange={(shown) => !shown && setOpen(null)} title={open?.subject ?? ''} width={640} flush>
        {open && <Preview id={open.id} onClose={() => setOpen(null)} />}
      </Drawer>
    </AdminPage>
  )
}

function StatusBadge({ status }: { status: OutboxMail['status'] }) {
  const t = useT()
  return <Badge tone={TONE[status]}>{t(`outbox.mail.${status}`)}</Badge>
}

function Preview({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useRead(outboxMail, { params: { id } })
  return (
    <Query query={query} skeleton={<Skeleton w="100%" h={480} className="m-5" />}>
      {(mail) => <Mail mail={mail} onClose={onClose} />}
    </Query>
  )
}

function Mail({ mail, onClose }: { mail: WholeMail; onClose: () => void }) {
  const t = useT()
  const resend = useWrite(resendMail, { invalidates: [outboxRoute, outboxMail] })
  const again = () =>
    resend.mutateAsync({ params: { id: mail.id } }).then(
      () => {
        toast.success(t('outbox.resent', { recipient: mail.recipient }))
        onClose()
      },
      (error) => toast.error(error.message),
    )
  const links = [...new Set(mail.text?.match(/https?:\/\/[^\s<>"]+/g) ?? [])]

  return (
    <div className="flex h-full min-w-0 flex-col">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-1 border-b px-5 py-4 text-13 [&_dt]:text-text-3">
        <dt>{t('outbox.to')}</dt>
        <dd className="break-all">{mail.recipient}</dd>
        <dt>{t('outbox.written')}</dt>
        <dd>
          <Time value={mail.created_at} kind="datetime" />
        </dd>
        <dt>{t('outbox.state')}</dt>
        <dd className="flex items-center justify-between gap-2">
          <StatusBadge status={mail.status} />
          {mail.status !== 'queued' && (
            <Button size="sm" icon="send" loading={resend.isPending} onClick={() => void again()}>
              {t('outbox.resend')}
            </Button>
          )}
        </dd>
      </dl>
      {mail.error && (
        <Note tone={mail.next_try_at ? 'warning' : 'danger'} className="m-4 mb-0">
          {mail.error}
          {mail.next_try_at && (
            <span className="block">
              {t('outbox.next_try')} <Time value={mail.next_try_at} kind="datetime" />
            </span>
          )}
        </Note>
      )}
      {mail.html === null ? (
        <EmptyState icon="lock" title={t('outbox.hidden.title')} text={t('outbox.hidden.text')} />
      ) : (
        <>
          {/* No scripts, no forms, no way out of the frame: a mail is somebody's input. */}
          <iframe sandbox="" srcDoc={mail.html} title={t('outbox.preview', { subject: mail.subject })} className="min-h-80 w-full flex-1 bg-white" />
          {links.length > 0 && (
            <div className="min-w-0 border-t px-5 py-3 text-13">
              <p className="text-text-3">{t('outbox.links')}</p>
              <ul>
                {links.map((link) => (
                  <li key={link} className="truncate">
                    <a href={link} className="link">
                      {link}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          )}
        </>
      )}
    </div>
  )
}

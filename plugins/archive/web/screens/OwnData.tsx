/** What is one's own: taken along as an archive, or deleted after days of grace. */
import {
  AccountFrame,
  Button,
  Card,
  CardHead,
  Note,
  Query,
  Skeleton,
  Slot,
  Time,
  toast,
  useConfirm,
  useEvent,
  useLocale,
  useRead,
  useT,
  useWrite,
  FormDialog,
  LinkButton,
} from '@atrium/sdk/web'
import auth from '@atrium/sdk/kernel/auth'
import shell from '@atrium/sdk/kernel/shell'
import { useState } from 'react'
import contract from '../../contract.ts'
import { ExportRow } from '../components/ExportRow.tsx'
import { ContentChoice } from '../components/LeaveDialogs.tsx'

const { routes, events } = contract
/** Milliseconds between looks at one that is being made. */
const LOOK = 2_000
const DAY = 86_400_000

export default function OwnData() {
  const t = useT()
  return (
    <AccountFrame name="archive/OwnData" title={t('data.title')}>
      <div className="grid gap-5">
        <Archives />
        <Deletion />
        <Account />
      </div>
    </AccountFrame>
  )
}

/** The end of the account, which is not of this community alone, and what stands in its way. */
function Account() {
  const t = useT()
  const locale = useLocale()
  const { data } = useRead(auth.routes.accountDeletion)
  if (!data) return null
  const { owned, last_owner } = data
  const isKept = owned.length > 0 || last_owner
  const communities = new Intl.ListFormat(locale).format(owned)
  return (
    <Card>
      <CardHead
        title={t('data.account')}
        text={owned.length > 0 ? t('data.account_owner', { communities }) : t(last_owner ? 'data.account_last' : 'data.account_text')}
        action={
          isKept ? (
            <Button variant="danger-ghost" disabled>
              {t('data.account_delete')}
            </Button>
          ) : (
            <LinkButton variant="danger-ghost" to="/account/authentication#delete-account">
              {t('data.account_delete')}
            </LinkButton>
          )
        }
      />
    </Card>
  )
}

function Archives() {
  const t = useT()
  const confirm = useConfirm()
  const isRunning = ({ status }: { status: string }) => status === 'running'
  const query = useRead(routes.ownExports, undefined, { refetchInterval: (read) => read?.records.some(isRunning) !== false && LOOK })
  useEvent(events['export.changed'], () => void query.refetch())
  const failed = (error: Error) => void toast.error(error.message)
  const start = useWrite(routes.startOwnExport, { invalidates: [routes.ownExports], onError: failed })
  const remove = useWrite(routes.destroyOwnExport, { invalidates: [routes.ownExports], onError: failed })
  const running = query.data?.records.some(isRunning) ?? false
  const ask = async (id: number, isRunning: boolean) => {
    const [title, action] = isRunning ? [t('exports.stop_title'), t('exports.stop')] : [t('exports.remove_title'), t('exports.remove')]
    if (await confirm({ title, action, tone: 'danger' })) remove.mutate({ params: { id } })
  }
  return (
    <Card>
      <CardHead
        title={t('data.export')}
        text={t('data.export_text')}
        action={
          <Button icon="archive" loading={start.isPending} disabled={running} onClick={() => start.mutate()}>
            {t('data.start')}
          </Button>
        }
      />
      <Query query={query} skeleton={<Skeleton w="100%" h={80} />}>
        {({ records }) =>
          records.length > 0 && (
            <ul className="divide-y divide-border border-t border-border">
              {records.map((made) => (
                <ExportRow
                  key={made.id}
                  made={made}
                  onFetch={() => location.assign(`/internal_api/account_exports/${made.id}/download`)}
                  onRemove={() => void ask(made.id, made.status === 'running')}
                />
              ))}
            </ul>
          )
        }
      </Query>
    </Card>
  )
}

function Deletion() {
  const t = useT()
  const [asking, setAsking] = useState(false)
  const query = useRead(routes.deletion)
  const cancel = useWrite(routes.cancelDeletion, {
    invalidates: [routes.deletion],
    onSuccess: () => toast.success(t('data.stayed')),
    onError: (error) => toast.error(error.message),
  })
  return (
    <Card>
      <Query query={query} skeleton={<Skeleton w="100%" h={80} />}>
        {({ due_at, grace_days: days, owns_community }) => (
          <>
            <CardHead
              title={t('data.delete')}
              text={owns_community ? t('data.delete_owner') : t('data.delete_text', { days })}
              action={
                due_at ? (
                  <Button variant="primary" loading={cancel.isPending} onClick={() => cancel.mutate()}>
                    {t('data.stay')}
                  </Button>
                ) : (
                  <Button variant="danger-ghost" disabled={owns_community} onClick={() => setAsking(true)}>
                    {t('data.delete_open')}
                  </Button>
                )
              }
            />
            {due_at && (
              <div className="px-4 pb-4 desk:px-5">
                <Note tone="warning">
                  {t('data.pending')} <Time within value={due_at} kind="datetime" />
                </Note>
              </div>
            )}
            {asking && <Ask days={days} onClose={() => setAsking(false)} />}
          </>
        )}
      </Query>
    </Card>
  )
}

function Ask({ days, onClose }: { days: number; onClose: () => void }) {
  const t = useT()
  const [content, setContent] = useState<'keep' | 'remove'>('keep')
  const [asked] = useState(Date.now)
  const ask = useWrite(routes.askDeletion, { invalidates: [routes.deletion], onSuccess: onClose })
  return (
    <FormDialog
      title={t('data.delete_title')}
      width={520}
      onClose={onClose}
      onSubmit={() => ask.mutateAsync({ body: { content } })}
      error={ask.error}
      action={t('data.delete_action')}
      pending={ask.isPending}
      danger
    >
      <p className="text-text-2">
        {t('data.delete_text', { days })}
        <Slot of={shell.slots['account.leaving']} props={{ at: new Date(asked + days * DAY).toISOString() }} />
      </p>
      <ContentChoice words="data.content" value={content} onChange={setContent} />
    </FormDialog>
  )
}

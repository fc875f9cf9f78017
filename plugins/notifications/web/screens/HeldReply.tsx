/** An answer that came by email and waits: what it says, where it would go, and the press that posts it. */
import {
  Button,
  Card,
  EmptyState,
  Failure,
  formatTime,
  Icon,
  Link,
  LinkButton,
  Note,
  PageHeader,
  Screen,
  Skeleton,
  toast,
  useNavigate,
  useParams,
  useRead,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import contract, { type HeldReply as Held } from '../../contract.ts'

const { routes } = contract

export default function HeldReply() {
  const t = useT()
  const { id } = useParams<{ id: string }>()
  const { data, error, refetch } = useRead(routes.heldReply, { params: { id } })
  return (
    <Screen name="notifications/HeldReply" title={t('held.title')}>
      <PageHeader title={t('held.title')} />
      {error?.status === 404 ? (
        <Card pad>
          <EmptyState
            icon="mail"
            title={t('held.gone')}
            text={t('held.gone_text')}
            action={<LinkButton to="/notifications">{t('preferences.title')}</LinkButton>}
          />
        </Card>
      ) : error ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Waiting held={data} />
      ) : (
        <Skeleton w="100%" h={260} />
      )}
    </Screen>
  )
}

function Waiting({ held: { id, text, files, expires_at, to } }: { held: Held }) {
  const t = useT()
  const navigate = useNavigate()
  const post = useWrite(routes.postHeldReply, {
    onSuccess: ({ path }) => {
      toast.success(t('held.posted'))
      navigate(path)
    },
  })
  const discard = useWrite(routes.discardHeldReply, {
    onSuccess: () => {
      toast.success(t('held.discarded'))
      navigate('/notifications')
    },
  })
  const busy = post.isPending || discard.isPending
  const failed = post.error ?? discard.error
  return (
    <div className="grid gap-4">
      <Note tone="info" title={t('held.why')}>
        {t('held.why_text')} {t('held.until', { date: formatTime(expires_at, { kind: 'day' }) })}
      </Note>
      <Card pad className="grid gap-4">
        {to ? (
          <p className="text-text-2 wrap-anywhere">
            {t('held.to')}{' '}
            <Link to={to.path} className="font-medium text-text">
              {to.title}
            </Link>
          </p>
        ) : (
          <p className="text-text-2">{t('held.no_place')}</p>
        )}
        <p className="whitespace-pre-line wrap-anywhere">{text}</p>
        {files.map((name, i) => (
          <p key={i} className="flex items-center gap-2 text-text-2 wrap-anywhere">
            <Icon name="paperclip" className="size-4 flex-none" />
            {name}
          </p>
        ))}
        {failed && <Failure error={failed} />}
        <div className="flex flex-wrap gap-2">
          {to && (
            <Button variant="primary" loading={post.isPending} disabled={busy} onClick={() => post.mutate({ params: { id } })}>
              {t('held.post')}
            </Button>
          )}
          <Button loading={discard.isPending} disabled={busy} onClick={() => discard.mutate({ params: { id } })}>
            {t('held.discard')}
          </Button>
        </div>
      </Card>
    </div>
  )
}

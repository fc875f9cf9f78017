/** Where the link of an invitation leads: what it opens, and the one button that takes it. */
import {
  Card,
  EmptyState,
  Failure,
  LinkButton,
  Button,
  Screen,
  Skeleton,
  Time,
  toast,
  useNavigate,
  useParams,
  useRead,
  useSession,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import contract from '../../contract.ts'

export default function Invitation() {
  const t = useT()
  const navigate = useNavigate()
  const { token } = useParams<{ token: string }>()
  const { member, account, community } = useSession()
  const query = useRead(contract.routes.invitation, { params: { token } })
  const accept = useWrite(contract.routes.acceptInvitation, {
    invalidates: [contract],
    onSuccess: ({ path }) => {
      toast.success(t('invitation.done', { name: query.data?.name ?? '' }))
      navigate(path, { replace: true })
    },
    onError: (error) => toast.error(error.message),
  })
  const back = `?post_login_redirect=${encodeURIComponent(`/space_invitations/${token}`)}`
  const { data, error } = query
  const state = error ? (
    error.status === 404 || error.status === 410 ? (
      <EmptyState
        icon="link-2-off"
        title={t('invitation.gone')}
        text={t('invitation.goneText')}
        action={<LinkButton to="/">{t('invitation.home')}</LinkButton>}
      />
    ) : (
      <Failure error={error} onRetry={() => void query.refetch()} />
    )
  ) : !data ? (
    <Skeleton w="100%" h={260} />
  ) : (
    <div className="grid justify-items-center gap-3 py-6 text-center">
      <span aria-hidden="true" className="text-[40px] leading-none">
        {data.emoji ?? '✉️'}
      </span>
      <h1 className="text-24">{data.name}</h1>
      <p className="max-w-[48ch] text-text-2">
        {data.invited_by
          ? t(`invitation.${data.kind}By`, { name: data.invited_by, community: community.name })
          : t(`invitation.${data.kind}`, { community: community.name })}
      </p>
      {data.is_member ? (
        <LinkButton variant="primary" size="lg" to={data.path}>
          {t('invitation.open')}
        </LinkButton>
      ) : member ? (
        <Button variant="primary" size="lg" loading={accept.isPending} onClick={() => accept.mutate({ params: { token } })}>
          {t('invitation.accept')}
        </Button>
      ) : account ? (
        <p className="text-13 text-text-3">{t('invitation.outside', { community: community.name })}</p>
      ) : (
        <div className="flex flex-wrap justify-center gap-2">
          <LinkButton variant="primary" size="lg" to={`/user/sign_up${back}`}>
            {t('invitation.signUp')}
          </LinkButton>
          <LinkButton size="lg" to={`/user/sign_in${back}`}>
            {t('locked.signIn')}
          </LinkButton>
        </div>
      )}
      <p className="text-12 text-text-3">
        {t('invite.until')} <Time value={data.expires_at} kind="date" />
      </p>
    </div>
  )
  return (
    <Screen name="spaces/Invitation" title={data?.name ?? t('invitation.title')}>
      <Card pad className="mx-auto mt-8 max-w-[520px]">
        {state}
      </Card>
    </Screen>
  )
}

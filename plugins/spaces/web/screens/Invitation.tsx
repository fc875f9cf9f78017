/** Where the link of an invitation leads: what it opens, and the one button that takes it. */
import {
  Card,
  Checkbox,
  EmptyState,
  Failure,
  Icon,
  LinkButton,
  Picture,
  RATIOS,
  Button,
  Screen,
  Skeleton,
  Slot,
  Time,
  toast,
  useNavigate,
  useInvitation,
  useParams,
  useRead,
  useSession,
  useT,
  useWayBack,
  useWrite,
} from '@atrium/sdk/web'
import { useEffect, useState } from 'react'
import contract from '../../contract.ts'

export default function Invitation() {
  const t = useT()
  const navigate = useNavigate()
  const { token } = useParams<{ token: string }>()
  useInvitation(token)
  const { member, account, community } = useSession()
  const [consent, setConsent] = useState(false)
  const query = useRead(contract.routes.invitation, { params: { token } })
  const accept = useWrite(contract.routes.acceptInvitation, {
    invalidates: [contract],
    onSuccess: ({ path }) => {
      // Who has become a member just now needs a page that knows it.
      if (!member) return location.replace(path)
      // the place itself says so to whoever has just signed up
      if (!query.data?.taken) toast.success(t('invitation.done', { name: query.data?.name ?? '' }))
      navigate(path, { replace: true })
    },
    onError: (error) => toast.error(error.message),
  })
  const way = useWayBack()
  const mustConsent = member === null && community.settings.consent_required === true
  const { data, error } = query
  // whoever signed up by it has pressed enough; where it does not work out, the button is still there
  const { mutate, isIdle } = accept
  const goesOn = data?.taken === true && isIdle
  useEffect(() => {
    if (goesOn) mutate({ params: { token }, body: {} })
  }, [goesOn, mutate, token])
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
      {data.description && <p className="max-w-[48ch] whitespace-pre-line">{data.description}</p>}
      {data.members_count !== null && data.members_count > 0 && (
        <p className="flex items-center gap-1.5 text-13 text-text-2">
          <Icon name="users" size="sm" />
          {t('invitation.members', { count: data.members_count })}
        </p>
      )}
      <p className="max-w-[48ch] text-text-2">
        {data.invited_by
          ? t(`invitation.${data.kind}By`, { name: data.invited_by, community: community.name })
          : t(`invitation.${data.kind}`, { community: community.name })}
      </p>
      {data.is_member ? (
        <LinkButton variant="primary" size="lg" to={data.path}>
          {t('invitation.open')}
        </LinkButton>
      ) : account && !member && !data.lets_in ? (
        <p className="text-13 text-text-3">{t('invitation.outside', { community: community.name })}</p>
      ) : account ? (
        <>
          {mustConsent && <Checkbox checked={consent} onChange={setConsent} label={t('invitation.consent', { community: community.name })} />}
          <Button
            variant="primary"
            size="lg"
            disabled={mustConsent && !consent}
            loading={goesOn || accept.isPending || accept.isSuccess}
            onClick={() => accept.mutate({ params: { token }, body: mustConsent ? { consent } : {} })}
          >
            {t(member ? 'invitation.accept' : 'invitation.join', { community: community.name })}
          </Button>
        </>
      ) : (
        <div className="flex flex-wrap justify-center gap-2">
          {data.lets_in && (
            <LinkButton variant="primary" size="lg" to={`/user/sign_up${way}`}>
              {t('invitation.signUp')}
            </LinkButton>
          )}
          <LinkButton variant={data.lets_in ? 'default' : 'primary'} size="lg" to={`/user/sign_in${way}`}>
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
        {data?.cover_url && (
          <div className="mb-2 overflow-hidden rounded-card">
            <Picture src={data.cover_url} ratio={RATIOS.cover} alt="" priority />
          </div>
        )}
        {state}
      </Card>
      {data && <Slot of={contract.slots['invitation.about']} />}
    </Screen>
  )
}

/** Where an invitation leads: who invites to what, and the one button that takes it. */
import {
  Avatar,
  Button,
  Card,
  Checkbox,
  EmptyState,
  Failure,
  LinkButton,
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
import spaces from '../../../spaces/contract.ts'
import contract, { type Preview } from '../../contract.ts'

const { routes } = contract

export default function Join() {
  const t = useT()
  const { token } = useParams<{ token: string }>()
  useInvitation(token)
  const { community } = useSession()
  const query = useRead(routes.preview, { params: { token } })
  const { data, error } = query
  return (
    <Screen name="invitations/Join" title={t('join.title', { community: community.name })}>
      <Card pad className="mx-auto mt-8 max-w-[520px]">
        {error ? (
          error.status === 404 || error.status === 410 ? (
            <EmptyState icon="link-2-off" title={t('join.gone')} text={t('join.gone_text')} action={<LinkButton to="/">{t('join.home')}</LinkButton>} />
          ) : (
            <Failure error={error} onRetry={() => void query.refetch()} />
          )
        ) : data ? (
          <Invited invitation={data} token={token} />
        ) : (
          <Skeleton w="100%" h={260} />
        )}
      </Card>
      {data && <Slot of={spaces.slots['invitation.about']} />}
    </Screen>
  )
}

function Invited({ invitation, token }: { invitation: Preview; token: string }) {
  const t = useT()
  const navigate = useNavigate()
  const { account, member, community } = useSession()
  const [consent, setConsent] = useState(false)
  const { paywall } = invitation
  const checkout =
    paywall &&
    `/checkout/${paywall.paywall_id}?${new URLSearchParams({
      invitation: token,
      back: `/join/${token}`,
      ...(paywall.paywall_coupon_code && { coupon_code: paywall.paywall_coupon_code }),
    })}`
  const join = useWrite(routes.join, {
    invalidates: [contract, spaces],
    onSuccess: ({ path }) => {
      // who has become a member just now needs a page that knows it
      if (!member) return location.replace(path)
      // the place itself says so to whoever has just signed up
      if (!invitation.taken) toast.success(t('join.done'))
      navigate(path, { replace: true })
    },
    onError: (error) => (error.code === 'payment_required' && checkout ? navigate(checkout) : toast.error(error.message)),
  })
  // whoever signed up by it has pressed enough; where it does not work out, the button is still there
  const { mutate, isIdle } = join
  const goesOn = invitation.taken && isIdle
  useEffect(() => {
    if (goesOn) mutate({ params: { token }, body: {} })
  }, [goesOn, mutate, token])
  const way = useWayBack()
  const mustConsent = member === null && community.settings.consent_required === true
  return (
    <div className="grid justify-items-center gap-3 py-6 text-center">
      <Avatar name={community.name} id={community.id} src={community.branding.icon_url ?? undefined} size={64} square />
      <h1 className="text-24">{t('join.title', { community: community.name })}</h1>
      <p className="max-w-[48ch] text-text-2">{invitation.invited_by ? t('join.by', { name: invitation.invited_by }) : t('join.text')}</p>
      {invitation.message && (
        <blockquote className="max-w-[48ch] border-s-2 border-border ps-3 text-start whitespace-pre-line text-text-2 wrap-anywhere">
          {invitation.message}
        </blockquote>
      )}
      {invitation.opens.length > 0 && (
        <div className="w-full max-w-[360px] text-start">
          <p className="mb-1 text-13 font-medium">{t('join.opens')}</p>
          <ul className="divide-y divide-border rounded-card border border-border">
            {invitation.opens.map(({ name, emoji }) => (
              <li key={name} className="px-3 py-2 wrap-anywhere">
                {emoji} {name}
              </li>
            ))}
          </ul>
        </div>
      )}
      {checkout && !member ? (
        <LinkButton variant="primary" size="lg" to={checkout}>
          {t('join.buy')}
        </LinkButton>
      ) : account ? (
        <>
          {mustConsent && <Checkbox checked={consent} onChange={setConsent} label={t('join.consent', { community: community.name })} />}
          <Button
            variant="primary"
            size="lg"
            disabled={mustConsent && !consent}
            loading={goesOn || join.isPending || join.isSuccess}
            onClick={() => join.mutate({ params: { token }, body: { consent } })}
          >
            {t(member ? 'join.take' : 'join.join', { community: community.name })}
          </Button>
        </>
      ) : (
        <div className="flex flex-wrap justify-center gap-2">
          <LinkButton variant="primary" size="lg" to={`/user/sign_up${way}`}>
            {t('join.sign_up')}
          </LinkButton>
          <LinkButton size="lg" to={`/user/sign_in${way}`}>
            {t('join.sign_in')}
          </LinkButton>
        </div>
      )}
      {invitation.expires_at && (
        <p className="text-12 text-text-3">
          {t('join.until')} <Time within value={invitation.expires_at} kind="day" />
        </p>
      )}
    </div>
  )
}

/** Whoever came by the link of a seat or a gift: what it gives, and the way in. */
import {
  AtriumError,
  Button,
  Card,
  call,
  Checkbox,
  EmptyState,
  Field,
  Form,
  Icon,
  Input,
  LinkButton,
  messageOf,
  Note,
  Picture,
  Query,
  RATIOS,
  Screen,
  Skeleton,
  useParams,
  useSession,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import type { RouteReply } from '@atrium/sdk'
import { useEffect, useState } from 'react'
import contract from '../../contract.ts'
import { Code } from '../components/checkout/Code.tsx'

const { routes } = contract
type Offered = RouteReply<typeof routes.offered>

export default function Redeem() {
  const t = useT()
  const { token } = useParams<{ token: string }>()
  const read = useWrite(routes.offered)
  const { mutate } = read
  const ask = () => mutate({ body: { token } })
  useEffect(ask, [token])
  const { data } = read
  return (
    <Screen name="paywalls/Redeem" title={data?.paywall.name ?? t('redeem.title')} layout="focus">
      {read.error?.status === 404 || read.error?.status === 422 ? (
        <EmptyState icon="gift" title={t('redeem.gone')} text={t('redeem.goneText')} action={<LinkButton to="/">{t('checkout.home')}</LinkButton>} />
      ) : (
        <Query
          query={{ data, error: read.error, isPending: !data && !read.error, fetchStatus: 'idle', refetch: (async () => ask()) as never }}
          skeleton={<Skeleton w="100%" h={420} />}
        >
          {(offered) => <Shown offered={offered} token={token} />}
        </Query>
      )}
    </Screen>
  )
}

function Shown({ offered, token }: { offered: Offered; token: string }) {
  const t = useT()
  const { paywall, kind, from, note, lasts } = offered
  const isGift = kind === 'gift'
  return (
    <article className="mx-auto grid max-w-[520px] gap-5 px-3 py-6 desk:py-10">
      {paywall.cover_url && <Picture src={paywall.cover_url} ratio={RATIOS.paywallCover} alt="" priority className="w-full rounded-card" />}
      <header className="grid gap-2">
        <p className="flex items-center gap-2 text-text-2">
          <Icon name={isGift ? 'gift' : 'users'} size="sm" /> {from ? t(isGift ? 'redeem.giftFrom' : 'redeem.seatFrom', { name: from }) : t('redeem.title')}
        </p>
        <h1 className="text-32 text-balance">{paywall.name}</h1>
        {paywall.description && <p className="text-17 whitespace-pre-line text-text-2">{paywall.description}</p>}
        {lasts && <p className="text-text-2">{t('redeem.lasts', { often: lasts })}</p>}
      </header>
      {note && <blockquote className="border-s-2 border-brand ps-4 whitespace-pre-line wrap-anywhere">{note}</blockquote>}
      {paywall.opens.length > 0 && (
        <Card as="ul" className="divide-y divide-border">
          {paywall.opens.map(({ kind: what, id, name, emoji }) => (
            <li key={`${what}${id}`} className="flex items-center gap-3 px-4 py-3">
              <span className="w-6 text-center" aria-hidden="true">
                {emoji || <Icon name={what === 'space' ? 'hash' : what === 'space_group' ? 'folder' : 'key-round'} size="sm" />}
              </span>
              <span className="font-medium wrap-anywhere">{name}</span>
            </li>
          ))}
        </Card>
      )}
      {offered.closed ? (
        <Note tone={offered.closed === 'held' ? 'success' : 'neutral'} title={t(`redeem.closed.${offered.closed}`)}>
          <p className="mb-3">{t(`redeem.closed.${offered.closed}Text`)}</p>
          <LinkButton to="/">{t('checkout.home')}</LinkButton>
        </Note>
      ) : (
        <Take offered={offered} token={token} />
      )}
    </article>
  )
}

function Take({ offered, token }: { offered: Offered; token: string }) {
  const t = useT()
  const { account, community } = useSession()
  const [email, setEmail] = useState(offered.sent_to.email)
  const [name, setName] = useState(offered.sent_to.name)
  const [consent, setConsent] = useState(false)
  const [asked, setAsked] = useState<{ session: string; email: string } | null>(null)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<unknown>(null)
  async function run(work: () => Promise<void>) {
    setBusy(true)
    setFailed(null)
    try {
      await work()
    } catch (error) {
      setFailed(error)
      // the code was good and the gift was not: what stands above says so
      if (error instanceof AtriumError && error.status === 409) setAsked(null)
    }
    setBusy(false)
  }
  const take = () =>
    run(async () => {
      const { to } = await call(routes.redeem, { body: { token, consent } })
      // who has become a member just now needs a page that knows it
      location.assign(to)
    })
  const begin = () =>
    run(async () => {
      const { session_id: session } = await call(routes.redeemSession, { body: { token } })
      const { sent_to } = await call(routes.otp, { body: { session_id: session, email: email.trim(), name: name.trim() } })
      setAsked({ session, email: sent_to })
    })
  const mustConsent = offered.consent_required
  const error = failed !== null && <Note tone="danger">{messageOf(failed, t('order.failed'))}</Note>
  if (asked)
    return (
      <Card pad className="grid gap-3">
        <Code
          sessionId={asked.session}
          email={asked.email}
          name={name}
          busy={busy}
          onChange={() => setAsked(null)}
          onEntered={(twoFactor) => (twoFactor ? location.assign(`/two_fa?post_login_redirect=${encodeURIComponent(location.pathname)}`) : void take())}
        />
        {error}
      </Card>
    )
  return (
    <Card pad>
      <Form onSubmit={account ? take : begin} className="grid gap-4">
        {account ? (
          <p className="text-text-2 wrap-anywhere">{t('redeem.as', { email: account.email })}</p>
        ) : (
          <>
            <Field label={t('order.email')}>
              <Input type="email" required autoComplete="email" maxLength={320} value={email} onChange={(event) => setEmail(event.target.value)} />
            </Field>
            <Field label={t('order.name')}>
              <Input autoComplete="name" required maxLength={100} value={name} onChange={(event) => setName(event.target.value)} />
            </Field>
          </>
        )}
        {mustConsent && <Checkbox label={t('order.consent', { community: community.name })} checked={consent} onChange={setConsent} />}
        {error}
        <Button type="submit" variant="primary" size="lg" block loading={busy} disabled={mustConsent && !consent}>
          {t(account ? 'redeem.take' : 'order.continue')}
        </Button>
        {!account && (
          <p className="text-center text-13">
            <a className="text-link underline" href={`/user/sign_in?post_login_redirect=${encodeURIComponent(location.pathname)}`}>
              {t('order.signIn')}
            </a>
          </p>
        )}
      </Form>
    </Card>
  )
}

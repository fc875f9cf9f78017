/** The order: a price, a coupon, who pays, and one button. */
import { formatMoney, parseMoney, writeMoney } from '@atrium/sdk'
import {
  AtriumError,
  Button,
  Card,
  Checkbox,
  cx,
  Field,
  Form,
  Input,
  isFramed,
  LinkButton,
  loadAnew,
  Note,
  outOfFrame,
  Select,
  sessionsKept,
  useLocale,
  useSession,
  useT,
  call,
  messageOf,
  fieldErrors,
  wayBack,
} from '@atrium/sdk/web'
import { useEffect, useMemo, useState } from 'react'
import contract from '../../../contract.ts'
import { countries } from '../money.ts'
import { headingOf } from '../../../contract/opens.ts'
import { PriceChoice } from '../PriceChoice.tsx'
import { type Preview, Sum } from '../Sum.tsx'
import { Code } from './Code.tsx'
import { Terms } from './Terms.tsx'
import { draftOf, type Prepared, type Session } from './draft.ts'
import { addressOf, keep, keyOf } from './key.ts'
import { Bump, GiftFields, SeatCount } from './Extras.tsx'
import { NO_GIFT } from './gift.ts'

const { routes } = contract

interface OrderProps {
  prepared: Prepared
  /** For somebody else: the buyer has it. */
  giving: boolean
  /** One that was begun before: of who had to sign in in between, or comes back without having paid. */
  session: Session | null
  /** The query of the address. */
  search: URLSearchParams
}
/** Cookies that scripts may read and the query of the address: an affiliate's link lies there. */
function brought(search: URLSearchParams): Record<string, string> {
  const cookies = document.cookie.split('; ').flatMap((pair) => {
    const at = pair.indexOf('=')
    return at > 0 ? [[pair.slice(0, at), decodeURIComponent(pair.slice(at + 1))] as const] : []
  })
  return Object.fromEntries([...cookies, ...search.entries()].filter(([key, value]) => key.length <= 80 && value.length <= 300).slice(-60))
}

export function Order({ prepared, giving, session, search }: OrderProps) {
  const t = useT()
  const locale = useLocale()
  const { account, member, community } = useSession()
  const { paywall } = prepared
  const invitation = search.get('invitation')
  const [first] = useState(() => draftOf(prepared, session, giving))
  const prices = giving ? paywall.prices.filter(({ is_giftable }) => is_giftable) : paywall.prices
  const [priceId, setPriceId] = useState(first.priceId)
  const [custom, setCustom] = useState(first.custom)
  const [coupon, setCoupon] = useState(first.coupon)
  const [typed, setTyped] = useState<string | null>(null)
  const [country, setCountry] = useState(first.country)
  const [isBusiness, setBusiness] = useState(first.isBusiness)
  const [business, setBusinessFields] = useState(first.business)
  const [seats, setSeats] = useState(first.seats)
  const [gift, setGift] = useState(first.gift)
  const [bump, setBump] = useState(first.bump)
  const [email, setEmail] = useState(first.email)
  const [name, setName] = useState(first.name)
  const [consent, setConsent] = useState(false)
  const [uid, setUid] = useState(first.uid)
  const [asked, setAsked] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<unknown>(null)
  const [leaving, setLeaving] = useState<{ to: string; waiting: string } | null>(null)
  const [dropped, setDropped] = useState<Session['dropped']>([])
  const price = prices.find(({ id }) => id === priceId) ?? prices[0]!
  const customCents = price.is_custom_amount && custom !== '' ? parseMoney(custom, price.currency) : null
  const isNoAmount = price.is_custom_amount && custom !== '' && customCents === null
  const isBySeat = price.seats_min !== null && price.seats_max !== null
  const mayGive = price.is_giftable
  const given = mayGive ? gift : null
  const choice = {
    paywall_id: paywall.id,
    price_id: price.id,
    coupon_code: coupon,
    custom_amount_in_cents: customCents,
    country: country || null,
    tax_id: (isBusiness && business.tax_id) || null,
    seats: isBySeat ? (seats ?? price.seats_min) : null,
    bump,
  }
  const [looked, setLooked] = useState(0)
  const known = session || giving ? null : prepared.preview
  const { preview, error: previewError } = usePreview({ ...choice, as_gift: given !== null, invitation_token: invitation }, looked, known)
  const allCountries = useCountries(locale)

  /** What was chosen lies in a session of the server's, made with the first press. */
  async function save(): Promise<Session> {
    const body = {
      ...choice,
      // what is not offered with this is not taken
      bump: bump && preview?.bump != null,
      gift: given && { ...given, email: given.email.trim(), send_on: given.send_on || null },
      ...(isBusiness ? business : { business_name: null, address: null }),
      invitation_token: invitation,
      back: prepared.back,
    }
    if (uid) return call(routes.updateSession, { params: { id: uid }, body: { ...body, key: keyOf(uid) } })
    const made = await call(routes.createSession, { body: { ...body, occurrence_id: Number(search.get('date')) || null, brought: brought(search) } })
    keep(made.id, made.key, search)
    setUid(made.id)
    return made
  }
  /** Nothing is paid that was not shown: the sum is seen without it first. */
  function letGo(parts: Session['dropped']) {
    setDropped(parts)
    if (parts.includes('coupon')) setCoupon(null)
    if (parts.includes('seats')) setSeats(null)
    if (parts.includes('gift')) setGift(null)
    if (parts.includes('custom_amount')) setCustom('')
    if (parts.includes('bump')) setBump(false)
  }
  async function pay(id: string) {
    const started = await call(routes.checkout, {
      body: { session_id: id, key: keyOf(id), consent, ...(preview && { due_today: preview.due_today, currency: preview.currency }) },
    })
    // whoever presses "back" there is to find this order again
    if (started.url !== null) history.replaceState(history.state, '', addressOf(id, search))
    // the provider's page, or one that waits until what costs nothing is open
    const waiting = `${location.pathname}?session=${id}&paid=1`
    // no provider may be shown in a frame of another site: its page opens in a tab, at a press, and this one waits
    if (started.url && isFramed() && new URL(started.url).origin !== location.origin) setLeaving({ to: started.url, waiting })
    else loadAnew(started.url ?? waiting)
  }
  async function run(work: () => Promise<void>) {
    setBusy(true)
    setFailed(null)
    try {
      await work()
    } catch (error) {
      setFailed(error)
      if (error instanceof AtriumError && ['coupon_invalid', 'coupon_used_up', 'coupon_used'].includes(error.code)) setCoupon(null)
      if (error instanceof AtriumError && error.code === 'bump_gone') setBump(false)
      if (isAnotherSum(error)) setLooked(looked + 1)
      if (error instanceof AtriumError && ['checkout_over', 'not_found'].includes(error.code)) setUid(null)
    }
    setBusy(false)
  }
  const submit = () =>
    run(async () => {
      const { id, dropped: parts } = await save()
      letGo(parts)
      if (parts.length > 0) return
      if (account) return pay(id)
      const { sent_to } = await call(routes.otp, { body: { session_id: id, key: keyOf(id), email: email.trim(), name: name.trim() } })
      setAsked(sent_to)
    })
  const entered = (twoFactor: boolean) =>
    run(async () => {
      if (twoFactor) return loadAnew(`/two_fa?post_login_redirect=${encodeURIComponent(`${location.pathname}?session=${uid}`)}`)
      await pay(uid!).catch((error) => {
        if (!isAnotherSum(error)) throw error
        // who it is was not known before: the sum is seen anew
        loadAnew(`${addressOf(uid!, search)}&changed=1`)
      })
    })

  const errors = fieldErrors(failed)
  const named = prices.map((one) => ({
    ...one,
    // what is given begins at once
    trial_days: given ? 0 : one.trial_days,
    display_name: preview?.prices.find(({ id }) => id === one.id)?.display_name ?? one.display_name,
  }))
  const free = preview?.due_today === 0 && !preview.renewal
  const label = !account
    ? t('order.continue')
    : free
      ? t('order.free')
      : preview?.due_today === 0
        ? t('order.trial')
        : preview
          ? t('order.pay', { amount: formatMoney(locale, preview.due_today, preview.currency) })
          : t('order.continue')
  const mustConsent = prepared.consent_required
  if (leaving)
    return (
      <Card pad className="grid gap-4">
        <p>{t('order.inTab')}</p>
        <LinkButton variant="primary" size="lg" block icon="external-link" to={leaving.to} onClick={() => loadAnew(leaving.waiting)}>
          {t('order.toPay')}
        </LinkButton>
      </Card>
    )
  if (asked && uid)
    return (
      <Card pad>
        {preview && (
          <div className="mb-5 border-b border-border pb-5">
            <Sum preview={preview} isEstimate={prepared.by_country && !country} />
          </div>
        )}
        <Code sessionId={uid} email={asked} name={name} onChange={() => setAsked(null)} onEntered={entered} busy={busy} />
        {failed !== null && (
          <Note tone="danger" className="mt-3">
            {messageOf(failed, t('order.failed'))}
          </Note>
        )}
      </Card>
    )
  return (
    <Card pad>
      <Form onSubmit={submit} className="grid gap-5">
        <header>
          <h2 className="text-20">{t(given ? 'gift.heading' : headingOf(paywall), { name: paywall.name })}</h2>
          {!given && price.price_type === 'subscription' && <p className="mt-1 text-13 text-text-2">{t('order.text')}</p>}
        </header>
        {session && first.uid === null ? <Note>{t('order.back')}</Note> : search.has('cancelled') && <Note>{t('order.cancelled')}</Note>}
        {search.has('changed') && <Note tone="warning">{t('order.changed')}</Note>}
        {dropped.map((part) => (
          <Note key={part}>{t(`order.dropped.${part}`)}</Note>
        ))}
        <PriceChoice prices={named} value={price.id} onChange={setPriceId} />
        {isBySeat && (
          <SeatCount
            min={price.seats_min!}
            max={price.seats_max!}
            value={choice.seats!}
            error={errors.seats ?? fieldErrors(previewError).seats}
            onChange={setSeats}
          />
        )}
        {price.is_custom_amount && (
          <Field
            label={t('order.amount')}
            help={t('order.least', { amount: formatMoney(locale, price.amount_in_cents, price.currency, true) })}
            error={isNoAmount ? t('order.noAmount') : (errors.custom_amount_in_cents ?? fieldErrors(previewError).custom_amount_in_cents)}
          >
            <Input
              inputMode="decimal"
              value={custom}
              placeholder={writeMoney(price.suggested_amount_in_cents ?? price.amount_in_cents, price.currency, true)}
              onChange={(event) => setCustom(event.target.value)}
            />
          </Field>
        )}
        {prepared.by_country && (
          <Field label={t('order.country')} error={errors.country}>
            <Select
              value={country}
              required
              onChange={(event) => setCountry(event.target.value)}
              autoComplete="country"
              options={[{ value: '', label: t('order.choose') }, ...allCountries]}
            />
          </Field>
        )}
        {prepared.tax && (
          <>
            <Checkbox label={t('order.business')} checked={isBusiness} onChange={setBusiness} />
            {isBusiness && (
              <div className="grid gap-3">
                <Field label={t('details.business_name')}>
                  <Input
                    autoComplete="organization"
                    maxLength={120}
                    value={business.business_name}
                    onChange={(event) => setBusinessFields({ ...business, business_name: event.target.value })}
                  />
                </Field>
                <Field label={t('details.tax_id')} error={errors.tax_id ?? (preview?.is_tax_id_wrong ? t('details.taxIdWrong') : undefined)}>
                  <Input maxLength={40} value={business.tax_id} onChange={(event) => setBusinessFields({ ...business, tax_id: event.target.value })} />
                </Field>
              </div>
            )}
          </>
        )}
        {mayGive && (
          <div className="grid gap-3">
            <Checkbox label={t('gift.title')} checked={gift !== null} disabled={giving} onChange={(on) => setGift(on ? NO_GIFT : null)} />
            {given && (
              <GiftFields value={given} recurs={price.price_type === 'subscription'} free={preview?.due_today === 0} errors={errors} onChange={setGift} />
            )}
          </div>
        )}
        {!account && (
          <div className="grid gap-3">
            <Field label={t('order.email')} error={errors.email}>
              <Input type="email" required autoComplete="email" maxLength={320} value={email} onChange={(event) => setEmail(event.target.value)} />
            </Field>
            <Field label={t('order.name')}>
              <Input autoComplete="name" required maxLength={100} value={name} onChange={(event) => setName(event.target.value)} />
            </Field>
          </div>
        )}
        {coupon ? (
          <p className="flex items-center justify-between gap-3 rounded-card bg-success-soft px-3 py-2 text-13">
            <span>
              <b className="font-medium">{coupon}</b> {preview?.coupon?.terms}
            </span>
            <Button size="sm" variant="ghost" onClick={() => setCoupon(null)}>
              {t('order.remove')}
            </Button>
          </p>
        ) : typed === null ? (
          <Button variant="ghost" size="sm" className="justify-self-start" icon="ticket" onClick={() => setTyped('')}>
            {t('order.haveCoupon')}
          </Button>
        ) : (
          <Field label={t('order.coupon')} error={errors.coupon_code}>
            <span className="flex gap-2">
              <Input
                value={typed}
                maxLength={60}
                autoCapitalize="characters"
                onChange={(event) => setTyped(event.target.value)}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter') return
                  event.preventDefault()
                  void check()
                }}
              />
              <Button onClick={() => void check()}>{t('order.apply')}</Button>
            </span>
          </Field>
        )}
        {preview?.bump && <Bump bump={preview.bump} onChange={setBump} />}
        <div className={cx('transition-opacity', !preview && 'opacity-50')}>
          {preview && <Sum preview={preview} isEstimate={prepared.by_country && !country} />}
        </div>
        {mustConsent && <Checkbox label={t('order.consent', { community: community.name })} checked={consent} onChange={setConsent} />}
        <div data-foot="" className="sticky bottom-0 z-10 -mx-1 grid gap-2 bg-surface px-1 py-2 desk:static desk:m-0 desk:gap-4 desk:p-0">
          {failed !== null && (isAnotherSum(failed) || Object.keys(errors).length === 0) && <Note tone="danger">{messageOf(failed, t('order.failed'))}</Note>}
          {account || sessionsKept() ? (
            <Button type="submit" variant="primary" size="lg" block loading={busy} disabled={(mustConsent && !consent) || isNoAmount}>
              {label}
            </Button>
          ) : (
            <>
              <Note>{t('order.noSession')}</Note>
              <LinkButton
                variant="primary"
                size="lg"
                block
                icon="external-link"
                target="_blank"
                rel="noopener"
                to={outOfFrame(`${location.pathname}?${search}`)}
              >
                {label}
              </LinkButton>
            </>
          )}
        </div>
        <p className="text-center text-12 text-text-3">{t(prepared.is_test ? 'order.test' : 'order.foot')}</p>
        <Terms seller={prepared.seller} taxed={preview !== null && preview.tax > 0} />
        {!member && !account && (
          <p className="text-center text-13">
            <a className="text-link underline" href={`/user/sign_in${wayBack()}`}>
              {t('order.signIn')}
            </a>
          </p>
        )}
      </Form>
    </Card>
  )

  async function check() {
    const code = typed?.trim()
    if (!code) return setTyped(null)
    await run(async () => {
      await call(routes.preview, { body: { ...choice, coupon_code: code, invitation_token: invitation } })
      setCoupon(code.toUpperCase())
      setTyped(null)
    })
  }
}

/** Its details are the sum, and no field. */
const isAnotherSum = (error: unknown): boolean => error instanceof AtriumError && error.code === 'price_changed'
const useCountries = (locale: string) => useMemo(() => countries(locale), [locale])

/** Worked out by the server at every change; the last answer stays until the next is there. @param known what the page came with, of the first choice */
function usePreview(body: Parameters<typeof call<typeof routes.preview>>[1] extends { body: infer B } ? B : never, looked: number, known: Preview | null) {
  const key = JSON.stringify(body)
  const [first] = useState({ key, preview: known, error: null })
  const [state, setState] = useState<{ preview: Preview | null; error: unknown }>(first)
  useEffect(() => {
    if (known && key === first.key && looked === 0) return setState(first)
    const stop = new AbortController()
    const timer = setTimeout(
      () =>
        call(routes.preview, { body }, { signal: stop.signal }).then(
          (preview) => setState({ preview, error: null }),
          (error) => stop.signal.aborted || setState((before) => ({ ...before, error })),
        ),
      state.preview ? 200 : 0,
    )
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [key, looked])
  return state
}

/** Sign-in with e-mail and password, by a mailed code, with a passkey, or by way of a provider. */
import { useRef, useState } from 'react'
import { isEmail } from '@atrium/sdk'
import {
  Button,
  Checkbox,
  Field,
  Form,
  Icon,
  Input,
  isFramed,
  Link,
  Note,
  useFieldErrors,
  useRead,
  useSearch,
  useSession,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import auth from '@atrium/sdk/kernel/auth'
import { EntryPage } from './EntryPage.tsx'
import { PasswordInput } from './PasswordInput.tsx'
import { carried, codePath, enterAt, signUpTo, twoFaPath } from './redirect.ts'
import { usePasskeySignIn } from './usePasskey.ts'
import { useTarget } from './useTarget.ts'

const { mailCode, signIn: signInRoute, offers: signInOffers } = auth.routes

export default function SignIn() {
  const t = useT()
  const search = useSearch()
  const { community, signUpAllowed, signUpPath } = useSession()
  const target = useTarget()
  const [email, setEmail] = useState(search.get('email') ?? '')
  const [password, setPassword] = useState('')
  const [remember, setRemember] = useState(true)
  const [leaving, setLeaving] = useState(false)
  const signIn = useWrite(signInRoute)
  const offers = useRead(signInOffers)
  const code = useWrite(mailCode)
  const errors = useFieldErrors(code.error ?? signIn.error)
  const [unsure, setUnsure] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const passkey = usePasskeySignIn(remember, () => leave(target))

  function leave(to: string) {
    setLeaving(true)
    enterAt(to)
  }
  async function submit() {
    // who asked for a code and then typed the address needs no password
    if (unsure && password === '') return askCode()
    const { two_fa_required: more } = await signIn.mutateAsync({ body: { email: email.trim(), password, remember_me: remember } })
    leave(more ? twoFaPath(search, false) : target)
  }

  async function askCode() {
    const address = email.trim()
    if (!isEmail(address)) {
      setUnsure(true)
      return field.current?.focus()
    }
    await code.mutateAsync({ body: { email: address, remember_me: remember } }).then(
      () => leave(codePath(search, address, remember)),
      // the page shows code.error
      () => {},
    )
  }

  // an invitation opens sign-up where it is closed, and is taken here
  const isInvited = search.has('invitation_token')
  const to = isInvited ? signUpTo(search) : signUpPath(carried(search))
  const join = (signUpAllowed || isInvited) && (
    <>
      {t('signIn.new')}{' '}
      <Link className="link" to={to}>
        {t('signIn.join')}
      </Link>
    </>
  )
  return (
    <EntryPage name="auth/SignIn" title={t('signIn.title')} text={t('signIn.text', { community: community.name })} foot={join}>
      <Form onSubmit={submit} error={signIn.error ?? code.error}>
        <Field label={t('field.email')} error={errors.email ?? (unsure && !isEmail(email.trim()) ? t('email.invalid') : undefined)}>
          <Input
            ref={field}
            size="lg"
            type="email"
            autoComplete="username"
            autoFocus={!isFramed() && !search.has('email')}
            required
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
        <Field
          label={t('field.password')}
          error={errors.password}
          aside={
            <Link className="link text-13" to={`/users/password/new${isEmail(email) ? `?email=${encodeURIComponent(email)}` : ''}`}>
              {t('signIn.forgotten')}
            </Link>
          }
        >
          <PasswordInput
            size="lg"
            autoComplete="current-password"
            autoFocus={!isFramed() && search.has('email')}
            required={!unsure}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        <Checkbox checked={remember} onChange={setRemember} label={t('signIn.remember')} />
        <Button type="submit" variant="primary" size="lg" block loading={signIn.isPending || leaving}>
          {t('signIn.action')}
        </Button>
      </Form>
      <div className="grid gap-2">
        <p className="mb-2 flex items-center gap-3 text-13 text-text-3 before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
          {t('signIn.or')}
        </p>
        {passkey.error && (
          <div role="alert">
            <Note tone="danger">{passkey.error}</Note>
          </div>
        )}
        <Button size="lg" block icon="mail" loading={code.isPending || leaving} onClick={() => void askCode()}>
          {t('signIn.code')}
        </Button>
        <Button size="lg" block icon="key-round" loading={passkey.isPending} onClick={() => void passkey.signIn()}>
          {t('signIn.passkey')}
        </Button>
        {offers.data?.records.map(({ key, label }) => (
          // A page of the server: it leads on to the provider.
          <a
            key={key}
            href={`/users/auth/${key}?${providerQuery(search, community.id, remember)}`}
            className="inline-flex h-10 w-full items-center justify-center gap-1.5 rounded-control bg-surface px-[18px] text-15 font-medium leading-none text-text shadow-[inset_0_0_0_1px_var(--border-field),var(--shadow-1)] transition-[background-color,box-shadow] hover:bg-hover active:bg-press max-desk:min-h-11"
          >
            <Icon name="log-in" className="size-4" />
            {t('signIn.provider', { provider: label })}
          </a>
        ))}
      </div>
    </EntryPage>
  )
}

function providerQuery(search: URLSearchParams, communityId: number, remember: boolean): string {
  const query = new URLSearchParams(carried(search))
  query.set('community_id', String(communityId))
  if (remember) query.set('remember_me', 'true')
  return query.toString()
}

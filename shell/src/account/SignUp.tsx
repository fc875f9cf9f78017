/** Sign-up: a new account, member of this community at once. */
import { useCallback, useRef, useState } from 'react'
import { cameWith, carriedOf, isEmail, passwordProblems } from '@atrium/sdk'
import {
  Button,
  Checkbox,
  EmptyState,
  Field,
  Form,
  Input,
  isFramed,
  Link,
  LinkButton,
  Note,
  Slot,
  useFieldErrors,
  useSearch,
  useSession,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import shell from '@atrium/sdk/kernel/shell'
import auth from '@atrium/sdk/kernel/auth'
import { ConsentWords } from './ConsentWords.tsx'
import { EntryPage } from './EntryPage.tsx'
import { PasswordInput, PasswordRules, usePasswordError } from './PasswordInput.tsx'
import { enterAt, signInPath, twoFaPath } from './redirect.ts'
import { useTarget } from './useTarget.ts'

const { emailLookup, signUp: signUpRoute } = auth.routes

export default function SignUp() {
  const t = useT()
  const search = useSearch()
  const { community, signUpAllowed } = useSession()
  const target = useTarget()
  const [name, setName] = useState('')
  const [email, setEmail] = useState(search.get('email') ?? '')
  const [password, setPassword] = useState('')
  const [consent, setConsent] = useState(false)
  const [tried, setTried] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const [proving, setProving] = useState(false)
  const prove = useRef<(() => Promise<string | undefined>) | null>(null)
  const offer = useCallback((given: typeof prove.current) => {
    prove.current = given
  }, [])
  const signUp = useWrite(signUpRoute)
  const errors = useFieldErrors(signUp.error)
  const passwordError = usePasswordError(errors.password, tried, password)
  const mustConsent = community.settings.consent_required === true
  const invitation = search.get('invitation_token')
  const lookup = useWrite(emailLookup)
  // the answer is of the address that was asked about
  const known = lookup.data?.known === true && lookup.variables?.body.email === email.trim()

  function lookUp() {
    const address = email.trim()
    // whoever asks too often is not answered, and signs up all the same
    if (isEmail(address) && lookup.variables?.body.email !== address) lookup.mutate({ body: { email: address } })
  }

  async function submit() {
    setTried(true)
    if (!isEmail(email.trim()) || passwordProblems(password).length || (mustConsent && !consent)) return
    setProving(prove.current !== null)
    const proof = await prove.current?.()
    setProving(false)
    const { post_login_redirect, ...came } = carriedOf(Object.fromEntries(search))
    const { two_fa_required: more, code_mailed: mailed } = await signUp.mutateAsync({
      body: { name: name.trim(), email: email.trim(), password, consent: consent || undefined, proof, post_login_redirect, ...cameWith(came) },
    })
    setLeaving(true)
    enterAt(more ? twoFaPath(search, mailed) : target)
  }

  if (!signUpAllowed && !invitation)
    return (
      <EntryPage about name="auth/SignUp" title={t('signUp.title', { community: community.name })}>
        <EmptyState
          icon="lock"
          title={t('signUp.closed.title')}
          text={t('signUp.closed.text')}
          action={<LinkButton to={signInPath(search)}>{t('signIn.action')}</LinkButton>}
        />
      </EntryPage>
    )
  const foot = (
    <>
      {t('signUp.known')}{' '}
      <Link className="link" to={signInPath(search)}>
        {t('signIn.action')}
      </Link>
    </>
  )
  return (
    <EntryPage
      about
      name="auth/SignUp"
      title={t('signUp.title', { community: community.name })}
      text={t(invitation ? 'signUp.invited' : 'signUp.text')}
      foot={foot}
    >
      <Form onSubmit={submit} error={signUp.error}>
        <Field label={t('field.name')} error={errors.name}>
          <Input
            size="lg"
            autoComplete="name"
            autoFocus={!isFramed()}
            required
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Field label={t('field.email')} error={errors.email ?? (tried && !isEmail(email.trim()) ? t('email.invalid') : undefined)}>
          <Input size="lg" type="email" autoComplete="email" required value={email} onChange={(event) => setEmail(event.target.value)} onBlur={lookUp} />
        </Field>
        <div aria-live="polite" className="empty:hidden">
          {known && (
            <Note tone="info">
              {t('signUp.taken')}{' '}
              <Link className="link" to={signInPath(search, email.trim())}>
                {t('signUp.takenAction')}
              </Link>
            </Note>
          )}
        </div>
        <div className="grid gap-2">
          <Field label={t('field.password')} error={passwordError}>
            <PasswordInput size="lg" autoComplete="new-password" required value={password} onChange={(event) => setPassword(event.target.value)} />
          </Field>
          <PasswordRules password={password} />
        </div>
        {mustConsent ? (
          <div>
            <Checkbox checked={consent} onChange={setConsent} aria-invalid={tried && !consent} label={<ConsentWords words="signUp.consent" />} />
            {(errors.consent || (tried && !consent)) && (
              <p role="alert" className="mt-1 text-13 text-danger">
                {t('signUp.consent.needed')}
              </p>
            )}
          </div>
        ) : (
          <ConsentWords words="signUp.terms" className="text-13 text-text-3" />
        )}
        <Slot of={shell.slots['account.sign_up']} props={{ offer }} />
        <Button type="submit" variant="primary" size="lg" block loading={proving || signUp.isPending || leaving}>
          {t('signUp.action')}
        </Button>
      </Form>
    </EntryPage>
  )
}

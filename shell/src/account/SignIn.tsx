/** Sign-in with e-mail and password. */
import { useState } from 'react'
import { isEmail } from '@atrium/sdk'
import { Button, Checkbox, Field, Form, Input, Link, useFieldErrors, useSearch, useSession, useT, useWrite } from '@atrium/sdk/web'
import { signIn as signInRoute } from '../api.ts'
import { EntryPage } from './EntryPage.tsx'
import { PasswordInput } from './PasswordInput.tsx'
import { carried } from './redirect.ts'
import { useTarget } from './useTarget.ts'

export default function SignIn() {
  const t = useT()
  const search = useSearch()
  const { community, signUpAllowed } = useSession()
  const target = useTarget()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [remember, setRemember] = useState(true)
  const [leaving, setLeaving] = useState(false)
  const signIn = useWrite(signInRoute)
  const errors = useFieldErrors(signIn.error)

  async function submit() {
    await signIn.mutateAsync({ body: { email: email.trim(), password, remember_me: remember } })
    setLeaving(true)
    // A fresh page: its boot data is the new person's.
    location.assign(target)
  }

  const join = signUpAllowed && (
    <>
      {t('signIn.new')}{' '}
      <Link className="link" to={`/user/sign_up${carried(search)}`}>
        {t('signIn.join')}
      </Link>
    </>
  )
  return (
    <EntryPage name="auth/SignIn" title={t('signIn.title')} text={t('signIn.text', { community: community.name })} foot={join}>
      <Form onSubmit={submit} error={signIn.error}>
        <Field label={t('field.email')} error={errors.email}>
          <Input size="lg" type="email" autoComplete="username" autoFocus required value={email} onChange={(event) => setEmail(event.target.value)} />
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
          <PasswordInput size="lg" autoComplete="current-password" required value={password} onChange={(event) => setPassword(event.target.value)} />
        </Field>
        <Checkbox checked={remember} onChange={setRemember} label={t('signIn.remember')} />
        <Button type="submit" variant="primary" size="lg" block loading={signIn.isPending || leaving}>
          {t('signIn.action')}
        </Button>
      </Form>
    </EntryPage>
  )
}

/** Sets a new password with the token of the mailed link. */
import { useState } from 'react'
import { passwordProblems } from '@atrium/sdk'
import { Button, EmptyState, Field, Form, LinkButton, useFieldErrors, useSearch, useT, useWrite } from '@atrium/sdk/web'
import { setPassword as setPasswordRoute } from '../api.ts'
import { EntryPage } from './EntryPage.tsx'
import { PasswordInput, PasswordRules, usePasswordError } from './PasswordInput.tsx'

export default function Password() {
  const t = useT()
  const token = useSearch().get('reset_password_token')
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)
  const [done, setDone] = useState(false)
  const set = useWrite(setPasswordRoute)
  const errors = useFieldErrors(set.error)
  const passwordError = usePasswordError(errors.password, tried, password)

  async function submit() {
    setTried(true)
    if (passwordProblems(password).length) return
    await set.mutateAsync({ body: { token: token!, password } })
    setDone(true)
  }

  const spent = set.error?.code === 'token_invalid' || errors.token !== undefined
  if (!token || spent)
    return (
      <EntryPage name="auth/Password" title={t('passwordSet.title')}>
        <EmptyState
          icon="link-2-off"
          title={t(spent ? 'token.spent.title' : 'token.missing.title')}
          text={t(spent ? 'token.spent.text' : 'passwordSet.missing')}
          action={<LinkButton to="/users/password/new">{t('passwordNew.action')}</LinkButton>}
        />
      </EntryPage>
    )
  if (done)
    return (
      <EntryPage name="auth/Password" title={t('passwordSet.title')}>
        <EmptyState
          icon="circle-check"
          title={t('passwordSet.done.title')}
          text={t('passwordSet.done.text')}
          action={
            <LinkButton variant="primary" to="/user/sign_in">
              {t('signIn.action')}
            </LinkButton>
          }
        />
      </EntryPage>
    )
  return (
    <EntryPage name="auth/Password" title={t('passwordSet.title')} text={t('passwordSet.text')}>
      <Form onSubmit={submit} error={set.error}>
        <div className="grid gap-2">
          <Field label={t('field.newPassword')} error={passwordError}>
            <PasswordInput size="lg" autoComplete="new-password" autoFocus required value={password} onChange={(event) => setPassword(event.target.value)} />
          </Field>
          <PasswordRules password={password} />
        </div>
        <Button type="submit" variant="primary" size="lg" block loading={set.isPending}>
          {t('passwordSet.action')}
        </Button>
      </Form>
    </EntryPage>
  )
}

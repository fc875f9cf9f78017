/** Confirms an e-mail address. A press of the button spends the token: mail scanners that open links spend nothing. */
import {
  Button,
  EmptyState,
  ErrorState,
  Field,
  Form,
  host,
  Link,
  LinkButton,
  toast,
  useFieldErrors,
  useSearch,
  useSession,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useState } from 'react'
import auth from '@atrium/sdk/kernel/auth'
import { carried, safePath } from './redirect.ts'
import { EntryPage } from './EntryPage.tsx'
import { GoTo } from './GoTo.tsx'
import { PasswordInput } from './PasswordInput.tsx'

const { confirmEmail, sendConfirmation } = auth.routes

export default function Confirm() {
  const t = useT()
  const search = useSearch()
  const { account } = useSession()
  const token = search.get('confirmation_token') ?? search.get('token')
  const [done, setDone] = useState<string | null>(null)
  const [password, setPassword] = useState<string | undefined>()
  const confirm = useWrite(confirmEmail)
  const errors = useFieldErrors(confirm.error)
  // elsewhere than where one signed up, whoever opened the email shows that it was them
  const asksPassword = confirm.error?.code === 'password_required' || password !== undefined
  const onward = account ? (
    <LinkButton variant="primary" to={safePath(search.get('post_login_redirect'))}>
      {t('confirm.onward')}
    </LinkButton>
  ) : (
    <LinkButton variant="primary" to={`/user/sign_in${carried(search)}`}>
      {t('signIn.action')}
    </LinkButton>
  )

  async function press() {
    await confirm.mutateAsync({ body: { token: token!, password } }).then(
      ({ url }) => {
        setDone(url)
        void host.refreshBoot()
      },
      // The page shows confirm.error.
      () => {},
    )
  }

  return (
    <EntryPage
      name="auth/Confirm"
      title={t(done ? 'confirm.done.title' : 'confirm.title')}
      text={done ? t('confirm.done.text') : token && !asksPassword ? t('confirm.text') : undefined}
    >
      {!token ? (
        <EmptyState icon="link-2-off" title={t('token.missing.title')} text={t('confirm.missing')} action={onward} />
      ) : done ? (
        <GoTo
          url={done}
          path={account ? safePath(search.get('post_login_redirect')) : `/user/sign_in${carried(search)}`}
          label={t(account ? 'confirm.onward' : 'signIn.action')}
        />
      ) : confirm.error?.code === 'token_invalid' ? (
        <EmptyState
          icon="link-2-off"
          title={t('token.spent.title')}
          text={t('token.spent.text')}
          action={account && !account.emailConfirmed ? <SendAgain email={account.email} /> : onward}
        />
      ) : asksPassword ? (
        <Form onSubmit={press} error={confirm.error?.code === 'password_required' ? null : confirm.error}>
          <p className="text-text-2">{t('confirm.password.text')}</p>
          <Field label={t('field.password')} error={errors.password}>
            <PasswordInput
              size="lg"
              autoComplete="current-password"
              autoFocus
              required
              value={password ?? ''}
              onChange={(event) => setPassword(event.target.value)}
            />
          </Field>
          <Button type="submit" variant="primary" size="lg" block disabled={!password} loading={confirm.isPending}>
            {t('confirm.action')}
          </Button>
          <Link className="link justify-self-start text-13" to="/users/password/new">
            {t('confirm.password.not_me')}
          </Link>
        </Form>
      ) : confirm.error ? (
        <ErrorState error={confirm.error} onRetry={press} />
      ) : (
        <Button variant="primary" size="lg" block loading={confirm.isPending} onClick={press}>
          {t('confirm.action')}
        </Button>
      )}
    </EntryPage>
  )
}

function SendAgain({ email }: { email: string }) {
  const t = useT()
  const send = useWrite(sendConfirmation, {
    onSuccess: () => toast.success(t('banner.confirm.sent', { email })),
    onError: (error) => toast.error(error.message),
  })
  return (
    <Button variant="primary" loading={send.isPending} onClick={() => send.mutate()}>
      {t('banner.confirm.resend')}
    </Button>
  )
}

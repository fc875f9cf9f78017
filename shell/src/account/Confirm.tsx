/** Confirms an e-mail address. A press of the button spends the token: mail scanners that open links spend nothing. */
import { Button, EmptyState, ErrorState, host, LinkButton, toast, useSearch, useSession, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import { confirmEmail, sendConfirmation } from '../api.ts'
import { carried, safePath } from './redirect.ts'
import { EntryPage } from './EntryPage.tsx'

export default function Confirm() {
  const t = useT()
  const search = useSearch()
  const { account } = useSession()
  const token = search.get('confirmation_token') ?? search.get('token')
  const [done, setDone] = useState(false)
  const confirm = useWrite(confirmEmail)
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
    await confirm.mutateAsync({ body: { token: token! } }).then(
      () => {
        setDone(true)
        void host.refreshBoot()
      },
      // The page shows confirm.error.
      () => {},
    )
  }

  return (
    <EntryPage name="auth/Confirm" title={t('confirm.title')} text={token && !done ? t('confirm.text') : undefined}>
      {!token ? (
        <EmptyState icon="link-2-off" title={t('token.missing.title')} text={t('confirm.missing')} action={onward} />
      ) : done ? (
        <EmptyState icon="circle-check" title={t('confirm.done.title')} text={t('confirm.done.text')} action={onward} />
      ) : confirm.error?.code === 'token_invalid' ? (
        <EmptyState
          icon="link-2-off"
          title={t('token.spent.title')}
          text={t('token.spent.text')}
          action={account && !account.emailConfirmed ? <SendAgain email={account.email} /> : onward}
        />
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

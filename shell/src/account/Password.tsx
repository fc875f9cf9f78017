/** Sets a new password with the token of the mailed link, and removes ways into the account that its owner does not know. */
import { type ReactNode, useEffect, useState } from 'react'
import { passwordProblems } from '@atrium/sdk'
import { Button, EmptyState, ErrorState, Field, Form, LinkButton, Note, Skeleton, useFieldErrors, useSearch, useT, useWrite } from '@atrium/sdk/web'
import auth from '@atrium/sdk/kernel/auth'
import type { PasswordLink } from '../api.ts'
import { EntryPage } from './EntryPage.tsx'
import { GoTo } from './GoTo.tsx'
import { PasswordInput, PasswordRules, usePasswordError } from './PasswordInput.tsx'
import { twoFaPath } from './redirect.ts'
import { keyOf } from './way.ts'
import { WaysChooser } from './WaysChooser.tsx'

const { passwordLink, setPassword: setPasswordRoute, signIn: signInRoute } = auth.routes

export default function Password() {
  const t = useT()
  const token = useSearch().get('reset_password_token')
  const look = useWrite(passwordLink)
  const [done, setDone] = useState<{ url: string; later: boolean } | null>(null)
  const { mutate } = look
  useEffect(() => {
    if (token) mutate({ body: { token } })
  }, [token, mutate])

  const frame = (children: ReactNode, text?: string) => (
    <EntryPage name="auth/Password" title={t('passwordSet.title')} text={text}>
      {children}
    </EntryPage>
  )
  const spent = look.error?.code === 'token_invalid' || look.error?.code === 'invalid_input'
  if (!token || spent)
    return frame(
      <EmptyState
        icon="link-2-off"
        title={t(spent ? 'token.spent.title' : 'token.missing.title')}
        text={t(spent ? 'token.spent.text' : 'passwordSet.missing')}
        action={<LinkButton to="/users/password/new">{t('passwordNew.action')}</LinkButton>}
      />,
    )
  if (done)
    return frame(
      <EmptyState
        icon="circle-check"
        title={t('passwordSet.done.title')}
        text={t(done.later ? 'passwordSet.done.later' : 'passwordSet.done.text')}
        action={<GoTo url={done.url} path="/user/sign_in" label={t('signIn.action')} />}
      />,
    )
  if (look.error) return frame(<ErrorState error={look.error} onRetry={() => mutate({ body: { token } })} />)
  if (!look.data) return frame(<Skeleton w="100%" h={160} />)
  return frame(
    <NewPassword token={token} link={look.data} onDone={(url, later) => setDone({ url, later })} />,
    t('passwordSet.text', { email: look.data.email }),
  )
}

interface NewPasswordProps {
  token: string
  link: PasswordLink
  onDone: (url: string, later: boolean) => void
}
function NewPassword({ token, link, onDone }: NewPasswordProps) {
  const t = useT()
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)
  // what came since the owner last proved their address is gone unless they know it
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(link.ways.filter(({ removal }) => removal === 'now').map(keyOf)))
  const set = useWrite(setPasswordRoute)
  const signIn = useWrite(signInRoute)
  const errors = useFieldErrors(set.error)
  const passwordError = usePasswordError(errors.password, tried, password)

  async function submit() {
    setTried(true)
    if (passwordProblems(password).length) return
    const remove = link.ways.filter((way) => chosen.has(keyOf(way))).map(({ kind, id }) => ({ kind, id }))
    const { url, removal_later } = await set.mutateAsync({ body: { token, password, remove } })
    // Sessions are good at the host that began them: elsewhere, and where something is still to be said, one signs in by hand.
    if (removal_later || new URL(url).hostname !== location.hostname) return onDone(url, removal_later)
    try {
      const { two_fa_required: more, code_mailed: mailed } = await signIn.mutateAsync({ body: { email: link.email, password } })
      location.assign(more ? twoFaPath(new URLSearchParams(), mailed) : '/')
    } catch {
      onDone(url, false)
    }
  }
  return (
    <Form onSubmit={submit} error={set.error}>
      {link.undoes && <Note tone="warning">{t('passwordSet.undoes', { email: link.email })}</Note>}
      <div className="grid gap-2">
        <Field label={t('field.newPassword')} error={passwordError}>
          <PasswordInput size="lg" autoComplete="new-password" autoFocus required value={password} onChange={(event) => setPassword(event.target.value)} />
        </Field>
        <PasswordRules password={password} />
      </div>
      {link.ways.length > 0 && <WaysChooser ways={link.ways} chosen={chosen} onChange={setChosen} />}
      <Button type="submit" variant="primary" size="lg" block loading={set.isPending || set.isSuccess}>
        {t('passwordSet.action')}
      </Button>
    </Form>
  )
}

/** The address /users/sign_out: ends the session, then sign-in. */
import { useEffect } from 'react'
import { ErrorState, Spinner, useT, useWrite } from '@atrium/sdk/web'
import auth from '@atrium/sdk/kernel/auth'
import { EntryPage } from './EntryPage.tsx'

const { signOut: signOutRoute } = auth.routes

export default function SignOut() {
  const t = useT()
  const { mutateAsync, error } = useWrite(signOutRoute)

  async function leave() {
    await mutateAsync().then(
      () => location.replace('/user/sign_in'),
      // The page shows the error.
      () => {},
    )
  }
  // Once, on arrival.
  useEffect(() => void leave(), [])

  return (
    <EntryPage name="auth/SignOut" title={t('signOut.title')}>
      {error ? <ErrorState error={error} onRetry={leave} /> : <Spinner />}
    </EntryPage>
  )
}

/** Where sign-in and sign-up lead; members who are signed in already go there at once. */
import { useEffect, useState } from 'react'
import { useNavigate, useSearch, useSession } from '@atrium/sdk/web'
import { safePath } from './redirect.ts'

export function useTarget(): string {
  const search = useSearch()
  const navigate = useNavigate()
  const { account, member } = useSession()
  // Read once: while the next screen loads, this one is still there and sees the next address.
  const [target] = useState(() => safePath(search.get('post_login_redirect')))
  useEffect(() => {
    if (account && member) navigate(target, { replace: true })
  }, [account, member, target, navigate])
  return target
}

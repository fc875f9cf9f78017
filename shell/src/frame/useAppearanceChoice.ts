/** Changes light or dark here at once, and for the account, so that it follows the person to other devices. */
import { type Appearance, toast, useAppearance, useSession, useWrite } from '@atrium/sdk/web'
import { updateAccount } from '../api.ts'

export function useAppearanceChoice(): { appearance: Appearance; choose: (next: Appearance) => void } {
  const { appearance, set } = useAppearance()
  const { account, viewOnly } = useSession()
  const save = useWrite(updateAccount)
  const choose = (next: Appearance) => {
    set(next)
    if (account && !viewOnly) save.mutate({ body: { appearance: next } }, { onError: (error) => toast.error(error.message) })
  }
  return { appearance, choose }
}

/** Changes light or dark here at once, and for the account, so that it follows the person to other devices. */
import { type AppearanceChoice, type AppearanceState, toast, useAppearance, useSession, useWrite } from '@atrium/sdk/web'
import auth from '@atrium/sdk/kernel/auth'

const { updateAccount } = auth.routes

export function useAppearanceChoice(): AppearanceState & { choose: (next: AppearanceChoice | null) => void } {
  const state = useAppearance()
  const { account, viewOnly } = useSession()
  const save = useWrite(updateAccount)
  const choose = (next: AppearanceChoice | null) => {
    state.set(next)
    if (account && !viewOnly) save.mutate({ body: { appearance: next } }, { onError: (error) => toast.error(error.message) })
  }
  return { ...state, choose }
}

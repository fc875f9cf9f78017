/** Signed-out readers who press like are told why, and brought back here after signing in. */
import { toast, useNavigate, useT, wayBack } from '@atrium/sdk/web'

export const signInAddress = (): string => `/user/sign_in${wayBack()}`

export function useSignIn(): () => void {
  const t = useT()
  const navigate = useNavigate()
  return () => {
    toast.error(t('log_in_to_like_posts'))
    navigate(signInAddress())
  }
}

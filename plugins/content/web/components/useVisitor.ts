/** Signed-out readers who press like are told why, and brought back here after signing in. */
import { toast, useNavigate, useT } from '@atrium/sdk/web'

export const signInAddress = (): string => `/sign_in?post_login_redirect=${encodeURIComponent(location.pathname + location.search)}`

export function useSignIn(): () => void {
  const t = useT()
  const navigate = useNavigate()
  return () => {
    toast.error(t('log_in_to_like_posts'))
    navigate(signInAddress())
  }
}

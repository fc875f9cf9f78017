/** Sign in and come back here: what the addresses of sign-in and sign-up carry. */
import { useSyncExternalStore } from 'react'
import { useLocation, useSearch } from './router.tsx'

const here = () => location.pathname + location.search + location.hash
/** `?post_login_redirect=…` for `/user/sign_in` and `/user/sign_up`. @param to an address of this site; the present one with its query and hash without it */
export const wayBack = (to: string = here()): string => (to === '/' ? '' : `?post_login_redirect=${encodeURIComponent(to)}`)

function watchHash(changed: () => void) {
  addEventListener('hashchange', changed)
  return () => removeEventListener('hashchange', changed)
}
/** The same for links that stay on the page while its address changes. */
export function useWayBack(): string {
  useLocation()
  useSearch()
  useSyncExternalStore(watchHash, () => location.hash)
  return wayBack()
}

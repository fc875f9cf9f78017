/** Sign in and come back here: what the addresses of sign-in and sign-up carry. */
import { useEffect, useSyncExternalStore } from 'react'
import { outOfFrame } from './framed.ts'
import { useLocation, useSearch } from './router.tsx'

const here = () => location.pathname + location.search + location.hash
/** The token of the invitation that is open; whoever goes on from it to sign in or up comes by it. */
let invitation: string | null = null
const INVITED = 'atrium:invited'
function setInvitation(token: string | null): void {
  invitation = token
  dispatchEvent(new Event(INVITED))
}
/** For the screen of an invitation: every way to sign in or up carries its token while it is open, wherever in the frame that is. */
export function useInvitation(token: string): void {
  useEffect(() => {
    setInvitation(token)
    return () => setInvitation(null)
  }, [token])
}

/** `?post_login_redirect=…` for `/user/sign_in` and `/user/sign_up`. @param to an address of this site; the present one with its query and hash without it */
export function wayBack(to: string = here()): string {
  const back = outOfFrame(to)
  const carried = new URLSearchParams({ ...(back !== '/' && { post_login_redirect: back }), ...(invitation && { invitation_token: invitation }) })
  return carried.size ? `?${carried}` : ''
}

const WATCHED = ['hashchange', INVITED]
function watch(changed: () => void) {
  for (const name of WATCHED) addEventListener(name, changed)
  return () => {
    for (const name of WATCHED) removeEventListener(name, changed)
  }
}
/** The same for links that stay on the page while its address changes. */
export function useWayBack(): string {
  useLocation()
  useSearch()
  useSyncExternalStore(watch, () => `${location.hash} ${invitation}`)
  return wayBack()
}

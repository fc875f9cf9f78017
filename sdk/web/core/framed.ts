/** Pages that another site shows in a frame, which their address says: `?iframe=true`. What may not be shown there opens in a tab of its own. */
import { embeds } from './modules.ts'

let framed: boolean | undefined
/** Whether this page is the screen alone, for a frame; as its address was when it was loaded. */
export const isFramed = (): boolean => (framed ??= new URLSearchParams(globalThis.location?.search).get('iframe') === 'true')

/** The same address as it stands in a frame. @returns null for what opens in a tab of its own */
export function inFrame(url: URL): URL | null {
  if (url.origin !== location.origin || !embeds(url.pathname)) return null
  const inside = new URL(url)
  inside.searchParams.set('iframe', 'true')
  return inside
}

/** The same address for a tab of its own. @param to an address of this site */
export function outOfFrame(to: string): string {
  if (!isFramed()) return to
  const { pathname, searchParams, hash } = new URL(to, location.href)
  searchParams.delete('iframe')
  return `${pathname}${searchParams.size ? `?${searchParams}` : ''}${hash}`
}

/** In a tab of its own, which knows nothing of this one. */
export const openTab = (url: string | URL): void => void window.open(url, '_blank', 'noopener')

/**
 * Loads a page anew, as after somebody has signed in: its boot data is of who they are now. In a frame it stays there if it may.
 * @param to an address of this site, or a whole one
 */
export function loadAnew(to: string): void {
  const url = new URL(to, location.href)
  const inside = isFramed() ? inFrame(url) : url
  if (inside) location.assign(inside)
  else openTab(url)
}

/** How this browser keeps a session of this page: as ever, for frames of the site that shows it, or (null) not at all. */
export type SessionsKept = 'plain' | 'partitioned' | null
let kept: SessionsKept | undefined
/** Browsers refuse cookies in frames of other sites, but for those that are good under that site alone, and these over https only. */
export function sessionsKept(): SessionsKept {
  if (!isFramed()) return 'plain'
  if (kept === undefined) kept = keeps('SameSite=Lax') ? 'plain' : keeps('SameSite=None; Secure; Partitioned') ? 'partitioned' : null
  return kept
}
function keeps(attributes: string): boolean {
  const set = (value: string) => {
    // biome-ignore lint/suspicious/noDocumentCookie: what is asked is whether a cookie is kept, and the newer interface is not everywhere
    document.cookie = `atrium_frame=${value}; Path=/; ${attributes}`
  }
  set('1')
  const found = document.cookie.includes('atrium_frame=1')
  set('; Max-Age=0')
  return found
}

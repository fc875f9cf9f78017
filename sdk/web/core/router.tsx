/** Addresses for components: links, parameters, the way back, and what happens when a screen has changed. */
import { type AnchorHTMLAttributes, createContext, type MouseEvent, type Ref, useContext, useEffect, useMemo } from 'react'
import { usePathname, useSearch as useSearchText } from 'wouter/use-browser-location'
import { inFrame, isFramed } from './framed.ts'
import { block, type NavigateOptions, navigate } from './history.ts'
import { prefetchScreen } from './modules.ts'

export type { NavigateOptions }

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'>, NavigateOptions {
  /** An address of this site, or a whole one that leads elsewhere. */
  to: string
  ref?: Ref<HTMLAnchorElement>
}

/** Addresses that the server answers with a file or a document of its own. */
const SERVED = /^\/(files|assets|plugins|words|api|internal_api|openapi\.json|health|metrics)(\/|$)/
function within(to: string): URL | null {
  const url = new URL(to, location.href)
  return url.origin === location.origin && !SERVED.test(url.pathname) ? url : null
}

/** An `<a>` that changes the screen without loading the page; pointing at it fetches the screen's code ahead. */
export function Link({ to, replace, onClick, onPointerEnter, onFocus, ref, ...rest }: LinkProps) {
  // in a frame of another site
  const leadsOut = isFramed() && !inFrame(new URL(to, location.href))
  const ahead = () => {
    const url = within(to)
    if (url) prefetchScreen(url.pathname)
  }
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (event.defaultPrevented || !plain || leadsOut || (rest.target && rest.target !== '_self') || rest.download !== undefined) return
    const url = within(to)
    if (!url) return
    event.preventDefault()
    navigate(url, { replace })
  }
  return (
    <a
      {...rest}
      {...(leadsOut && { target: '_blank', rel: 'noopener' })}
      ref={ref}
      href={to}
      onClick={follow}
      onPointerEnter={(event) => {
        onPointerEnter?.(event)
        ahead()
      }}
      onFocus={(event) => {
        onFocus?.(event)
        ahead()
      }}
    />
  )
}

/** `navigate(to, { replace })`; the function never changes. */
export const useNavigate = (): typeof navigate => navigate

/** What the address of the screen that is shown says: `:space` → `params.space`. */
export const ParamsContext = createContext<Record<string, string>>({})
export const useParams = <T extends Record<string, string> = Record<string, string>>(): T => useContext(ParamsContext) as T

/** The query of the address. */
export function useSearch(): URLSearchParams {
  const text = useSearchText()
  return useMemo(() => new URLSearchParams(text), [text])
}

/** The path of the address, re-rendering on every change. */
export const useLocation = (): string => usePathname()

/** Asks with `text` before the screen is left or the tab closed, while `when` holds. */
export function useBlocker(when: boolean, text: string): void {
  useEffect(() => (when ? block(text) : undefined), [when, text])
}

/** What `atrium:route` events carry as `detail`. */
export interface RouteChange {
  path: string
  search: string
  params: Record<string, string>
  /** `posts/Post`; the shell's own are `shell/NotFound` and the like. */
  screen: string
}
/** Tells the window that another screen is shown: analytics and embedders listen for `atrium:route`. */
export const announceRoute = (detail: RouteChange): boolean => window.dispatchEvent(new CustomEvent('atrium:route', { detail }))

/** How long a screen that loads may take to show the heading that gets the focus. */
const HEADING_MS = 5000
/** Puts the focus on the main heading of the screen, as a full page load would; not when something in it took the focus itself. */
export function focusHeading(root: ParentNode = document): () => void {
  const until = performance.now() + HEADING_MS
  const left = document.activeElement
  // A screen that is there at once has had its field focused already.
  if (left?.matches('[data-screen] :is(input, textarea, select, [contenteditable="true"])')) return () => {}
  let frame = requestAnimationFrame(function look() {
    const now = document.activeElement
    if (now && now !== left && now !== document.body) return
    const heading = root.querySelector<HTMLElement>('[data-screen] h1') ?? root.querySelector<HTMLElement>('main h1')
    if (heading) {
      if (!heading.hasAttribute('tabindex')) heading.setAttribute('tabindex', '-1')
      heading.focus({ preventScroll: true })
    } else if (performance.now() < until) frame = requestAnimationFrame(look)
  })
  return () => cancelAnimationFrame(frame)
}

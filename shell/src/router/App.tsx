/** Shows the screen behind the address inside the frame, or says why it cannot be shown. */
import { type BootData, host, isFramed, useBoot, useLocation, useNavigate, wayBack } from '@atrium/sdk/web'
import {
  type ComponentType,
  type LazyExoticComponent,
  lazy,
  type ReactNode,
  Suspense,
  use,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import { Embedded } from '../frame/Embedded.tsx'
import { Frame, type FrameLayout } from '../frame/Frame.tsx'
import { Fence } from '../loader/Fence.tsx'
import { SlotNames } from '../slots/SlotNames.tsx'
import { Broken, Elsewhere, Failed, Forbidden, NotFound, Off, Upgrade, Waiting } from './pages.tsx'
import { find, type Found, type OwnRoute } from './table.ts'

/** What is to be shown: decided from boot data and address alone. */
interface Shown {
  path: string
  layout: FrameLayout
  /** `posts/Post`, `shell/Off` … */
  name: string
  found: Found | null
  /** Where a visitor is sent instead. */
  redirect?: string
}
/** Where a plugin receives visitors, as the community has it. */
const landingOf = ({ plugins, community: { settings } }: BootData): string | undefined =>
  plugins
    .filter(({ status }) => status === 'on')
    .flatMap(({ screens }) => Object.entries(screens))
    .find(([, { visitorsHome }]) => visitorsHome !== undefined && settings[visitorsHome] === true)?.[0]
function decide(boot: BootData, path: string): Shown {
  const found = find(boot, path)
  const page = (name: string): Shown => ({ path, layout: 'column', name: `shell/${name}`, found })
  if (!found) return page('NotFound')
  // the server refuses such a document to other sites, and it is not to be reached from within one that they show
  if (isFramed() && !found.embeds) return page('Elsewhere')
  const landing = path === '/' && !boot.account && landingOf(boot)
  if (landing) return { ...page('Landing'), layout: 'bare', redirect: landing }
  if (!found.public && !boot.account) return { ...page('SignIn'), layout: 'bare', redirect: `/user/sign_in${wayBack(path + location.search + location.hash)}` }
  // a role asks for a second factor: nothing but entry pages before it is set up
  if (boot.account?.secondFactorDue && !(found.kind === 'own' && found.layout === 'bare'))
    return { ...page('TwoFa'), layout: 'bare', redirect: `/two_fa${wayBack(path + location.search + location.hash)}` }
  if (found.kind === 'plugin') {
    if (found.plugin.status === 'off') return page('Off')
    if (found.plugin.status === 'plan') return page('Upgrade')
    if (found.plugin.status === 'failed') return page('Error')
    if (!found.public && !boot.member) return page('NotAllowed')
  }
  if (found.can ? !host.holds(boot, found.can) : found.admin && !boot.member?.isAdmin) return page('NotAllowed')
  return { path, layout: found.layout, name: found.name, found }
}

export function App() {
  const boot = useBoot()
  const path = useLocation()
  const next = useMemo(() => decide(boot, path), [boot, path])
  // The screen that is there stays until the code of the next one has come.
  const shown = useDeferredValue(next)
  const navigate = useNavigate()
  useEffect(() => {
    if (next.redirect) navigate(next.redirect, { replace: true })
  }, [next.redirect, navigate])
  useArrival(shown)
  useServersAnswer(next)
  const content = (
    <>
      {next.path !== shown.path && <div aria-hidden="true" className="fixed inset-x-0 top-0 z-100 h-0.5 animate-late bg-brand" />}
      <Suspense fallback={shown.layout === 'bare' ? null : <Waiting />}>
        <Fence key={shown.name} of={shown.name} at={shown.path} fallback={Broken}>
          {shown.redirect ? null : <Content shown={shown} />}
        </Fence>
      </Suspense>
    </>
  )
  if (isFramed()) return <Embedded bare={shown.layout === 'bare'}>{content}</Embedded>
  return (
    <>
      <Frame layout={shown.layout} bottomBar={shown.name !== shown.found?.name || shown.found.bottomBar}>
        {content}
      </Frame>
      <SlotNames />
    </>
  )
}

/**
 * An address without a screen may be a page of the site, or have moved: only the server knows. Its document is loaded, unless that is the one
 * that was loaded just now, which says that nothing is there.
 */
function useServersAnswer({ path, found }: Shown) {
  const last = useRef(path)
  useEffect(() => {
    if (found || path === last.current) {
      last.current = path
      return
    }
    const { href } = location
    // Loaded in its own place, the address would count as this document, and the way back would only change the address of the site's page.
    history.replaceState(history.state, '', last.current)
    location.replace(href)
  }, [path, found])
}

/** What a page load would do when the screen has changed: place, focus, and word to whoever listens. */
function useArrival(shown: Shown) {
  const first = useRef(true)
  const { path, name, found, redirect } = shown
  useLayoutEffect(() => {
    if (!redirect && path) host.restorePlace()
  }, [path, redirect])
  useEffect(() => {
    if (redirect) return
    host.announceRoute({ path, search: location.search, params: found?.params ?? {}, screen: name })
    if (first.current) first.current = false
    else return host.focusHeading()
  }, [path, name, redirect])
}

function Content({ shown: { name, found } }: { shown: Shown }): ReactNode {
  if (!found) return <NotFound />
  if (name === 'shell/NotAllowed') return <Forbidden />
  if (name === 'shell/Elsewhere') return <Elsewhere />
  if (found.admin) use(host.loadAdmin())
  if (found.kind === 'own') {
    const Page = ownPage(found.route)
    return (
      <host.ParamsContext value={found.params}>
        <Page />
      </host.ParamsContext>
    )
  }
  const { plugin, module, params } = found
  if (name === 'shell/Off') return <Off plugin={plugin} />
  if (name === 'shell/Upgrade') return <Upgrade plugin={plugin} />
  if (name === 'shell/Error') return <Failed plugin={plugin} />
  const Page = host.lazyModule(plugin.id, module)
  return (
    <host.PluginContext value={plugin.id}>
      <host.ParamsContext value={params}>
        <Page />
      </host.ParamsContext>
    </host.PluginContext>
  )
}

const ownPages = new WeakMap<OwnRoute, LazyExoticComponent<ComponentType>>()
function ownPage(route: OwnRoute): LazyExoticComponent<ComponentType> {
  let page = ownPages.get(route)
  if (!page) {
    ownPages.set(route, (page = lazy(() => host.loadPage(route.load))))
  }
  return page
}

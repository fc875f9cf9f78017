/** The frame round every screen: banners, community rail, header, sidebar or drawer, bottom bar, palette and toasts. */
import membership from '@atrium/sdk/kernel/membership'
import shell from '@atrium/sdk/kernel/shell'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { host, Overlays, Slot, useNarrow, useEvent, useSession, useShortcut, useT } from '@atrium/sdk/web'
import type { AdminBarPage } from '../admin/AdminBar.tsx'
import { Banners } from './Banners.tsx'
import { BottomBar } from './BottomBar.tsx'
import { Header } from './Header.tsx'
import { ManifestActions } from './ManifestActions.tsx'
import { Rail, useRailShown } from './Rail.tsx'
import { Sidebar } from './Sidebar.tsx'
import { useFlash } from './useFlash.ts'
import { useDrawer } from './useDrawer.ts'

const Palette = lazy(() => import('./Palette.tsx'))
const Keys = lazy(() => import('./Keys.tsx'))
const PersonCards = lazy(async () => ({ default: (await import('./PersonCards.tsx')).PersonCards }))
const AdminMenu = lazy(() => import('../admin/AdminMenu.tsx'))
const AdminTabs = lazy(() => import('../admin/AdminTabs.tsx'))
const AdminBar = lazy(() => import('../admin/AdminBar.tsx'))

/**
 * `column` and `wide` have everything, `focus` has no sidebar, `admin` has the settings menu for a sidebar
 * and no rail, `bare` is the page alone (sign-in and the like).
 */
export type FrameLayout = 'column' | 'wide' | 'focus' | 'admin' | 'bare'

// Whole class names, so that the stylesheet's build finds them.
const COLUMNS = {
  rail: {
    sidebar: 'desk:grid-cols-[var(--rail-w)_var(--sidebar-w)_minmax(0,1fr)]',
    none: 'desk:grid-cols-[var(--rail-w)_minmax(0,1fr)]',
  },
  none: {
    sidebar: 'desk:grid-cols-[var(--sidebar-w)_minmax(0,1fr)]',
    none: 'desk:grid-cols-[minmax(0,1fr)]',
  },
}

interface FrameProps {
  children: ReactNode
  layout?: FrameLayout
  /** On phones. */
  bottomBar?: boolean
}

/** With the way to set a new one. */
const TOLD_BY_BANNERS = ['password_removed']

export function Frame({ children, layout = 'column', bottomBar = true }: FrameProps) {
  useFlash(TOLD_BY_BANNERS)
  const t = useT()
  const bare = layout === 'bare'
  const [overlay, setOverlay] = useState<'palette' | 'keys' | null>(null)
  const people = usePointedAt('a[href^="/u/"]')
  const typed = useRef('')
  const openPalette = useCallback(() => {
    typed.current = ''
    setOverlay('palette')
  }, [])
  useShortcut('mod+k', openPalette, t('keys.palette'))
  useShortcut('?', () => setOverlay('keys'), t('keys.list'))

  return (
    <>
      <a href="#main" className="fixed start-2 -top-16 z-100 rounded-control bg-surface px-3.5 py-2 text-text focus:top-2 focus:shadow-float">
        {t('frame.skip')}
      </a>
      <ManifestActions />
      <Banners busy={layout === 'focus'} />
      {bare ? (
        children
      ) : (
        <Grid layout={layout} bottomBar={bottomBar} openPalette={openPalette}>
          {children}
        </Grid>
      )}
      <Suspense fallback={overlay === 'palette' && <TypedAhead into={typed} />}>
        {overlay === 'palette' && <Palette begun={typed} onClose={() => setOverlay(null)} onKeys={() => setOverlay('keys')} />}
        {people && <PersonCards />}
        {overlay === 'keys' && <Keys onClose={() => setOverlay(null)} />}
      </Suspense>
      {!bare && <OwnChanges />}
      {!bare && <Slot of={shell.slots['frame.background']} />}
      <Overlays />
    </>
  )
}

/** What somebody types while the palette is on its way are its first words, and no keys of the screen. */
function TypedAhead({ into }: { into: { current: string } }) {
  // heard until the moment the palette stands, so that no letter falls between the two
  useLayoutEffect(() => {
    const take = (event: KeyboardEvent) => {
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      event.stopPropagation()
      into.current += event.key
    }
    addEventListener('keydown', take, true)
    return () => removeEventListener('keydown', take, true)
  }, [into])
  return null
}

interface GridProps extends FrameProps {
  layout: Exclude<FrameLayout, 'bare'>
  openPalette: () => void
}
function Grid({ children, layout, bottomBar, openPalette }: GridProps) {
  const t = useT()
  const { account } = useSession()
  const admin = layout === 'admin'
  const narrow = useNarrow()
  const rail = useRailShown() && !admin
  const sidebar = layout !== 'focus'
  const [drawer, setDrawer] = useState(false)
  const closeDrawer = useCallback(() => setDrawer(false), [])
  const panel = useRef<HTMLDivElement>(null)
  const open = narrow && drawer && !admin
  const swipe = useDrawer(panel, open, closeDrawer)
  const phoneAdmin = admin && narrow
  const [actions, setActions] = useState<HTMLElement | null>(null)
  const [page, setPage] = useState<AdminBarPage | null>(null)
  const bar = useMemo(() => (phoneAdmin ? { actions, show: setPage } : null), [phoneAdmin, actions])
  // One element: a column beside the screen, on phones a dialog over it.
  const named = { role: open ? 'dialog' : 'complementary', 'aria-modal': open || undefined, 'aria-label': t(admin ? 'admin.menu' : 'sidebar.title') }

  return (
    <>
      <div
        className={`grid min-h-[calc(100dvh-var(--banners-h,0px))] grid-cols-[minmax(0,1fr)] grid-rows-[var(--header-h)_1fr] pb-(--bottom-h) ${phoneAdmin ? '[--bottom-h:0px]' : bottomBar ? '' : '[--bottom-h:env(safe-area-inset-bottom)]'} ${COLUMNS[rail ? 'rail' : 'none'][sidebar ? 'sidebar' : 'none']}`}
      >
        {rail && <Rail />}
        {phoneAdmin ? (
          <Suspense fallback={<div className="bg-header" />}>
            <AdminBar page={page} actionsRef={setActions} />
          </Suspense>
        ) : (
          <Header admin={admin} wide={sidebar} inert={open} joins={sidebar || bottomBar !== false} onMenu={() => setDrawer(true)} onSearch={openPalette} />
        )}
        {(sidebar || narrow) && !phoneAdmin && (
          <div
            ref={panel}
            id="drawer"
            {...named}
            {...swipe}
            className={`flex flex-col overflow-y-auto border-e border-frame bg-sidebar [--ring:var(--sidebar-background-color)] px-2.5 pb-4 pt-2 text-13 text-sidebar-text [scrollbar-color:var(--active-item-color)_transparent] [scrollbar-width:thin] desk:sticky desk:top-(--header-h) desk:h-0 desk:min-h-[min(100%,calc(100dvh-var(--header-h)))] max-desk:fixed max-desk:inset-y-0 max-desk:start-0 max-desk:z-60 max-desk:h-dvh max-desk:w-[min(320px,86vw)] max-desk:shadow-dialog max-desk:duration-(--slow) ${open ? 'max-desk:transition-[translate]' : 'max-desk:invisible max-desk:-translate-x-full max-desk:transition-[translate,visibility]'}`}
          >
            {admin ? (
              <Suspense>
                <AdminMenu />
              </Suspense>
            ) : (
              <Sidebar />
            )}
          </div>
        )}
        <main id="main" tabIndex={-1} inert={open} className="min-w-0 bg-bg outline-none">
          <host.AdminBarContext value={bar}>
            {admin ? (
              <Suspense>
                <AdminTabs>{children}</AdminTabs>
              </Suspense>
            ) : (
              children
            )}
          </host.AdminBarContext>
        </main>
      </div>
      {open && <button type="button" tabIndex={-1} aria-label={t('frame.closeMenu')} className="fixed inset-0 z-50 bg-overlay" onClick={closeDrawer} />}
      {bottomBar && !phoneAdmin && <BottomBar inert={open} visitor={!account} />}
    </>
  )
}

/** Whether such an element has been pointed at: what is shown then is fetched then. */
function usePointedAt(selector: string): boolean {
  const [met, setMet] = useState(false)
  useEffect(() => {
    if (met) return
    const look = ({ target }: Event) => target instanceof Element && target.closest(selector) && setMet(true)
    document.addEventListener('pointerover', look, { passive: true })
    return () => document.removeEventListener('pointerover', look)
  }, [met, selector])
  return met
}

/** One's own name and face in the frame follow what is changed elsewhere. */
function OwnChanges() {
  const { member } = useSession()
  useEvent(membership.events['member.updated'], ({ memberId }) => void (memberId === member?.id && host.refreshBoot()))
  return null
}

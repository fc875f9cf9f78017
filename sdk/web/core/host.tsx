/** What a host page needs to run plugins: the shell, and the testing kit's page. Plugins use none of it. */
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useLayoutEffect } from 'react'
import { SIGNS } from '../../core/later.ts'
import { applyAppearance } from './appearance.ts'
import { getBoot, setBoot, useBoot } from './boot.ts'
import { installHistory, restorePlace } from './history.ts'
import { PluginContext } from './i18n.tsx'
import { installHost, isLoading, lazyModule, loadModule } from './modules.ts'
import { hydrate, queryClient } from './queries.ts'
import { loadAdminPage } from '../ui/AdminPage.tsx'
import { AdminBarContext, AdminTabsContext } from './adminBar.ts'
import { startRealtime } from './realtime.ts'
import { bySpecificity, matchPath } from './paths.ts'
import { announceRoute, focusHeading, ParamsContext } from './router.tsx'
import { holds, refreshBoot } from './session.ts'
import { contributions, showSlots, useSlotOverlay } from './slots.tsx'
import { loadMoreWords, loadWords, setLocale } from './words.ts'

/** Prepares the page from its boot data: words, appearance, cache, history. Resolves when it may render. */
async function prepare(): Promise<void> {
  const boot = getBoot()
  setLocale(boot.locale)
  applyAppearance(boot)
  hydrate(boot.prefetch)
  installHistory()
  await loadWords(boot.messages)
  // what opens next says more than the page does
  for (const sign of SIGNS) addEventListener(sign, () => void loadMoreWords('members'), { once: true, capture: true, passive: true })
}
function Provider({ children }: { children: ReactNode }) {
  const boot = useBoot()
  useLayoutEffect(() => applyAppearance(boot), [boot])
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}

/** A page of the shell's own, with its words. */
const loadPage = async <T,>(load: () => Promise<T>): Promise<T> => (await Promise.all([load(), loadMoreWords('members')]))[0]
/** The words of admins' screens and the frame of their pages; once. */
let admin: Promise<unknown> | undefined
const loadAdmin = (): Promise<unknown> => (admin ??= Promise.all([loadMoreWords('members'), loadMoreWords('admins'), loadAdminPage()]))

/** Nothing that the page shows is on its way; before anybody has pressed anything, what it writes is asked for to be shown. */
const isQuiet = (): boolean => !isLoading() && queryClient.isFetching() === 0 && queryClient.isMutating() === 0

export const host = {
  isQuiet,
  prepare,
  Provider,
  PluginContext,
  ParamsContext,
  useBoot,
  getBoot,
  setBoot,
  refreshBoot,
  holds,
  installHost,
  lazyModule,
  loadAdmin,
  loadModule,
  loadPage,
  matchPath,
  bySpecificity,
  announceRoute,
  focusHeading,
  restorePlace,
  contributions,
  showSlots,
  useSlotOverlay,
  startRealtime,
  AdminBarContext,
  AdminTabsContext,
}

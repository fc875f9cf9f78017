/** Moves through the browser's history: numbered entries, places of lists kept for the way back, unsaved work guarded. */
import { navigate as change } from 'wouter/use-browser-location'
import { inFrame, isFramed, openTab } from './framed.ts'

interface Entry {
  /** Position in this tab's history; tells back from forward. */
  index: number
  key: string
}
export interface NavigateOptions {
  /** Takes the place of the present entry. */
  replace?: boolean
}
type Place = Record<string, [left: number, top: number]>

const STORE = 'atrium:places'
const MOST_PLACES = 60
/** A list that comes back may need this long to be as tall as it was. */
const RESTORE_MS = 3000

const blockers = new Map<symbol, string>()
let entry: Entry = { index: 0, key: 'start' }
/** The path of the present entry: on the way back, the address has changed before we hear of it. */
let shown = ''
/** Set while a blocked step back is being undone, or a confirmed one repeated. */
let passing = false
/** How many entries the blocked step went. */
let wanted = 0

const fresh = (index: number): Entry => ({ index, key: Math.random().toString(36).slice(2, 10) })
const entryOf = (state: unknown): Entry | undefined => (state as { atrium?: Entry } | null)?.atrium

let places: Record<string, Place> = {}
function loadPlaces(): void {
  try {
    places = JSON.parse(sessionStorage.getItem(STORE) ?? '{}')
  } catch (error) {
    console.warn('Places of lists could not be read.', error)
  }
}
function storePlaces(): void {
  const keys = Object.keys(places)
  for (const key of keys.slice(0, Math.max(0, keys.length - MOST_PLACES))) delete places[key]
  try {
    sessionStorage.setItem(STORE, JSON.stringify(places))
  } catch (error) {
    console.warn('Places of lists could not be kept.', error)
  }
}

/** The window, and every element marked `data-scroll="<name>"`. */
const scrollers = (): [string, Element][] => [
  ['window', document.scrollingElement ?? document.documentElement],
  ...[...document.querySelectorAll('[data-scroll]')].map((element): [string, Element] => [element.getAttribute('data-scroll')!, element]),
]
function savePlace(): void {
  delete places[entry.key]
  places[entry.key] = Object.fromEntries(scrollers().map(([name, element]) => [name, [element.scrollLeft, element.scrollTop]]))
}

let restoring: AbortController | null = null
/** Scrolls to where the present entry was left, to its anchor, or to the top; the shell calls it when the screen is there. */
export function restorePlace(): void {
  restoring?.abort()
  const stop = (restoring = new AbortController())
  const { hash } = location
  const place = places[entry.key]
  const until = performance.now() + RESTORE_MS
  for (const type of ['wheel', 'touchstart', 'keydown', 'pointerdown'])
    addEventListener(type, () => stop.abort(), { once: true, passive: true, signal: stop.signal })
  const step = () => {
    if (stop.signal.aborted) return
    const settled = place ? toPlace(place) : hash ? toAnchor(hash) : toTop()
    if (settled || performance.now() > until) stop.abort()
    else requestAnimationFrame(step)
  }
  step()
}
function toPlace(place: Place): boolean {
  let settled = true
  for (const [name, element] of scrollers()) {
    const [left, top] = place[name] ?? [0, 0]
    if (element.scrollTop === top && element.scrollLeft === left) continue
    element.scrollTo({ left, top, behavior: 'instant' })
    settled &&= Math.abs(element.scrollTop - top) < 2
  }
  return settled
}
function toAnchor(hash: string): boolean {
  const target = document.getElementById(decodeURIComponent(hash.slice(1)))
  target?.scrollIntoView({ block: 'start', behavior: 'instant' })
  return target !== null
}
function toTop(): boolean {
  window.scrollTo({ left: 0, top: 0, behavior: 'instant' })
  return true
}

let outdated = false
/** The server runs another release than this page: the next step loads the page anew. */
export const markOutdated = (): void => {
  outdated = true
}

let ask: (text: string) => Promise<boolean> = async () => true
/** How leaving unsaved work is asked about: by a dialog of the house, as it must not hold the page. */
export const askBeforeLeaving = (how: typeof ask): void => {
  ask = how
}
let isAsking = false
/** Asks once for all unsaved work, and goes where that is said. A step that comes while it asks waits for no answer of its own. */
async function askToLeave(go: () => void): Promise<void> {
  if (isAsking) return
  isAsking = true
  const yes = await ask([...blockers.values()].at(-1)!).finally(() => (isAsking = false))
  if (!yes) return
  blockers.clear()
  go()
}

/** Guards unsaved work until the returned function is called. */
export function block(text: string): () => void {
  const id = Symbol()
  blockers.set(id, text)
  return () => {
    blockers.delete(id)
  }
}

/** Goes to an address of this site without loading the page anew; elsewhere by loading it. */
export function navigate(to: string | URL, { replace = false }: NavigateOptions = {}): void {
  const whole = new URL(to, location.href)
  const inside = isFramed() ? inFrame(whole) : whole
  // nobody pressed what takes the place of this page by itself: it says there that it opens elsewhere
  if (!inside && !replace) return void openTab(whole)
  const url = inside ?? whole
  if (url.origin !== location.origin) {
    location.assign(url)
    return
  }
  const stays = url.pathname === location.pathname
  if (!stays && blockers.size > 0) return void askToLeave(() => navigate(to, { replace }))
  if (outdated && !stays) {
    blockers.clear()
    location.assign(url)
    return
  }
  savePlace()
  shown = url.pathname
  const next = fresh(replace ? entry.index : entry.index + 1)
  entry = next
  change(url.pathname + url.search + url.hash, { replace, state: { atrium: next } })
  // A changed filter keeps the place; another path is another screen, whose arrival restores it.
  if (stays && url.hash) restorePlace()
}

function onPop(event: PopStateEvent): void {
  if (passing) {
    passing = false
    event.stopImmediatePropagation()
    void askToLeave(() => history.go(wanted))
    return
  }
  const target = entryOf(event.state)
  if (blockers.size > 0 && target && target.index !== entry.index) {
    // The address has changed already: put it back first, then ask, so that nothing is lost meanwhile.
    event.stopImmediatePropagation()
    wanted = target.index - entry.index
    passing = true
    history.go(-wanted)
    return
  }
  savePlace()
  if (!target) {
    // An anchor of this page was followed by the browser itself.
    entry = fresh(entry.index + 1)
    history.replaceState({ ...history.state, atrium: entry }, '')
    return
  }
  const stays = shown === location.pathname
  shown = location.pathname
  entry = target
  if (stays) restorePlace()
}

/** Takes over history and scrolling of this page; called once, before anything renders. */
export function installHistory(): void {
  history.scrollRestoration = 'manual'
  loadPlaces()
  const known = entryOf(history.state)
  entry = known ?? fresh(0)
  if (!known) history.replaceState({ ...history.state, atrium: entry }, '')
  // Before the listeners of wouter, which would already render the other screen.
  addEventListener('popstate', onPop, { capture: true })
  addEventListener('beforeunload', (event) => {
    if (blockers.size > 0) event.preventDefault()
  })
  addEventListener('pagehide', () => {
    savePlace()
    storePlaces()
  })
  shown = location.pathname
}

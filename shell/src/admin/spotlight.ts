/** Shows on the page what the settings were asked for: `#find=plugin:key` names its label. */
import { useEffect, useSyncExternalStore } from 'react'
import { host, toast, translate } from '@atrium/sdk/web'

const watchHash = (changed: () => void) => {
  const events = ['hashchange', 'popstate', 'pushState', 'replaceState'] as const
  for (const name of events) addEventListener(name, changed)
  return () => {
    for (const name of events) removeEventListener(name, changed)
  }
}
const readHash = () => location.hash

/** How long a page may take to show what is looked for. */
const PATIENCE_MS = 8000
const SHOWN_MS = 3200
/** After so long it stands in a dialog or a menu that nobody has opened: the heading says where one is. */
const HEADING_MS = 1500

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
/** A label with whatever was filled into its gaps. */
const patternOf = (label: string) =>
  new RegExp(
    `^\\s*${label
      .split(/\{\w+\}/)
      .map(escaped)
      .join('.*')}\\s*$`,
  )

const isSeen = (element: Element) => element.getClientRects().length > 0 && !element.closest('.sr-only')

function labelled(root: Element, pattern: RegExp): Element | undefined {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const element = node.parentElement!
    if (pattern.test(node.nodeValue!) && !element.closest('nav, option') && isSeen(element)) return element
  }
  return [...root.querySelectorAll('[aria-label]')].find((one) => pattern.test(one.getAttribute('aria-label')!) && one.tagName !== 'NAV' && isSeen(one))
}

/** Scrolls to what the address asks for and makes it stand out for a moment, as soon as the page shows it. */
export function useSpotlight(): void {
  const hash = useSyncExternalStore(watchHash, readHash, readHash)
  useEffect(() => {
    const [, plugin, key] = /^#find=([\w-]+):([\w.-]+)$/.exec(hash) ?? []
    const main = document.getElementById('main')
    if (!plugin || !key || !main) return
    let ends: ReturnType<typeof setTimeout>
    let shown: Element | undefined
    let watcher: MutationObserver | undefined
    const light = (element: Element) => {
      shown?.removeAttribute('data-found')
      shown = element
      shown.setAttribute('data-found', '')
    }
    const look = () => {
      const label = translate(plugin, key)
      const found = label === key ? undefined : labelled(main, patternOf(label))
      if (!found) return
      watcher?.disconnect()
      clearTimeout(ends)
      clearTimeout(waits)
      light(found.closest('[data-setting]') ?? found)
      shown!.scrollIntoView({ block: 'center', behavior: 'instant' })
      ends = setTimeout(() => shown!.removeAttribute('data-found'), SHOWN_MS)
    }
    watcher = new MutationObserver(look)
    watcher.observe(main, { childList: true, subtree: true, characterData: true })
    const waits = setTimeout(() => {
      const heading = main.querySelector('h1')
      if (heading && isSeen(heading)) light(heading)
      const where = `${key}.where`
      const said = translate(plugin, where)
      if (said !== where) toast.info(said)
    }, HEADING_MS)
    ends = setTimeout(() => {
      watcher.disconnect()
      shown?.removeAttribute('data-found')
    }, PATIENCE_MS)
    void host.loadAdmin().then(look)
    return () => {
      watcher.disconnect()
      clearTimeout(ends)
      clearTimeout(waits)
      shown?.removeAttribute('data-found')
    }
  }, [hash])
}

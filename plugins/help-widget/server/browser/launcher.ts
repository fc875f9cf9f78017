/** What runs on other sites, sent as text: it knows nothing but its arguments. */
export interface LauncherSettings {
  title: string
  open: string
  close: string
  /** Said of a reply that came meanwhile. */
  unread: string
  /** Where the window does not open: what to say, and the way to it on a page of its own. */
  failed: string
  apart: string
  place: 'end' | 'start'
  colours: { ground: string; ink: string }
}

/**
 * A button, and the window once it is pressed. The button stands in a shadow root with a constructed style sheet, which a strict policy of the site
 * allows; the window is a frame of ours, which nothing loads before it is opened; but a browser that has asked before is told of replies: its frame
 * loads hidden, once the page is idle. Sites say who their visitor is by `data-identity` on the script, or at any time by `AtriumHelp.identify(token)`.
 */
export function runLauncher({ title, open, close, unread, failed, apart, place, colours }: LauncherSettings): void {
  const page = window as unknown as { AtriumHelp?: { identify: (token: string) => void; open: () => void; close: () => void } }
  if (page.AtriumHelp || document.querySelector('atrium-help')) return
  const script = document.currentScript as HTMLScriptElement
  // where the script came from is where the window is, by whichever of its addresses the site names the community
  const { origin } = new URL(script.src)
  let identity = script.dataset['identity'] ?? ''
  const host = document.createElement('atrium-help')
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`:host{all:initial}
button{position:fixed;inset-block-end:20px;inset-inline-${place}:20px;z-index:2147483000;display:grid;place-items:center;width:56px;height:56px;border:0;border-radius:50%;background:${colours.ground};color:${colours.ink};box-shadow:0 6px 20px #0004;cursor:pointer}
button:focus-visible{outline:3px solid #4c8dff;outline-offset:3px}
i{position:absolute;inset-block-start:-3px;inset-inline-end:-3px;box-sizing:border-box;min-width:22px;height:22px;padding:0 5px;border-radius:11px;background:#d0342c;color:#fff;font:600 12px/22px system-ui,sans-serif;text-align:center}
[hidden]{display:none!important}
iframe,p{position:fixed;inset-block-end:88px;inset-inline-${place}:20px;z-index:2147483000;width:376px;height:min(640px,calc(100dvh - 108px));border:0;border-radius:16px;box-shadow:0 12px 40px #0005;background:light-dark(#fff,#17171a);color-scheme:light dark}
p{box-sizing:border-box;width:min(376px,calc(100vw - 40px));height:auto;margin:0;padding:20px;color:light-dark(#1c1c1e,#f2f2f4);font:15px/1.5 system-ui,sans-serif}
a{color:inherit;font-weight:600}
@media (max-width:480px){iframe{inset:0;width:100%;height:100%;border-radius:0}button[aria-expanded=true]:has(~iframe:not([hidden])){display:none}}`)
  root.adoptedStyleSheets = [sheet]
  const button = document.createElement('button')
  button.type = 'button'
  const namespace = 'http://www.w3.org/2000/svg'
  const drawing = document.createElementNS(namespace, 'svg')
  for (const [name, value] of Object.entries({
    viewBox: '0 0 24 24',
    width: '26',
    height: '26',
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '2',
    'aria-hidden': 'true',
  }))
    drawing.setAttribute(name, value)
  const path = document.createElementNS(namespace, 'path')
  drawing.append(path)
  const news = document.createElement('i')
  news.hidden = true
  button.append(drawing, news)
  root.append(button)
  const failure = document.createElement('p')
  failure.setAttribute('role', 'alert')
  failure.append(`${failed} `, Object.assign(document.createElement('a'), { href: `${origin}/help`, target: '_blank', rel: 'noopener', textContent: apart }))

  // whether this browser has asked before; a site may have shut its storage
  const KEY = 'atrium-help'
  // milliseconds from the end of its loading in which the window says that it is there
  const PATIENCE = 5_000
  const remembered = (change?: boolean): boolean => {
    try {
      if (change === true) localStorage.setItem(KEY, '1')
      if (change === false) localStorage.removeItem(KEY)
      return localStorage.getItem(KEY) !== null
    } catch {
      return false
    }
  }
  let frame: HTMLIFrameElement | null = null
  let isOpen = false
  let isReady = false
  let hasFailed = false
  let count = 0
  const tell = () =>
    frame?.contentWindow?.postMessage({ from: 'atrium-help-site', identity, isOpen, page: { title: document.title, path: location.pathname } }, origin)
  function load(): void {
    if (frame) return
    frame = document.createElement('iframe')
    frame.title = title
    frame.hidden = true
    frame.allow = 'clipboard-write'
    // a frame that the community refuses, or the site's policy, loads as well, and says nothing
    frame.addEventListener('load', () =>
      setTimeout(() => {
        hasFailed = !isReady
        draw()
      }, PATIENCE),
    )
    frame.src = `${origin}/help?iframe=true`
    root.append(frame)
  }
  // the element alone takes no keys: what is in it does, which was not there when it was made
  function enter(): void {
    frame?.focus()
    frame?.contentWindow?.focus()
  }
  function draw(): void {
    if (frame) frame.hidden = !isOpen || hasFailed
    if (isOpen && hasFailed) root.append(failure)
    else failure.remove()
    news.hidden = isOpen || count === 0
    news.textContent = count > 9 ? '9+' : String(count)
    button.setAttribute('aria-label', isOpen ? close : count > 0 ? unread : open)
  }
  function show(next: boolean): void {
    isOpen = next
    if (next) load()
    draw()
    button.setAttribute('aria-expanded', String(next))
    path.setAttribute('d', next ? 'M6 9l6 6 6-6' : 'M21 12a8 8 0 0 1-8 8H4l2-3a8 8 0 1 1 15-5z')
    if (next) enter()
    else if (root.activeElement === frame) button.focus()
    tell()
  }
  button.addEventListener('click', () => show(!isOpen))
  addEventListener('keydown', (event) => event.key === 'Escape' && isOpen && show(false))
  addEventListener('message', ({ origin: from, source, data }) => {
    if (from !== origin || source !== frame?.contentWindow || data?.from !== 'atrium-help') return
    if (data.type === 'ready') {
      isReady = true
      hasFailed = false
      draw()
      // what is typed goes on in the window, unless somebody has gone elsewhere meanwhile
      if (isOpen && document.activeElement === host) enter()
      tell()
    }
    if (data.type === 'close') show(false)
    if (data.type === 'news') {
      count = Number(data.unread) || 0
      remembered(data.hasAsked === true)
      draw()
    }
  })
  page.AtriumHelp = {
    identify: (token) => {
      identity = String(token)
      tell()
    },
    open: () => show(true),
    close: () => show(false),
  }
  show(false)
  // a script in the head may run before there is a body
  if (document.body) document.body.append(host)
  else addEventListener('DOMContentLoaded', () => document.body.append(host), { once: true })
  const whenIdle = window.requestIdleCallback ?? ((act: () => void) => setTimeout(act, 1))
  const later = () => whenIdle(() => load(), { timeout: 5_000 })
  if (remembered()) document.readyState === 'complete' ? later() : addEventListener('load', later)
}

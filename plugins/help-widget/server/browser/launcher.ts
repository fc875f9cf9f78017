/** What runs on other sites, sent as text: it knows nothing but its arguments. */
export interface LauncherSettings {
  title: string
  open: string
  close: string
  place: 'end' | 'start'
  colours: { ground: string; ink: string }
}

/**
 * A button, and the window once it is pressed. The button stands in a shadow root with a constructed style sheet, which a strict policy of the site
 * allows; the window is a frame of ours. Sites say who their visitor is by `data-identity` on the script, or at any time by `AtriumHelp.identify(token)`.
 */
export function runLauncher({ title, open, close, place, colours }: LauncherSettings): void {
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
i{position:absolute;inset-block-start:2px;inset-inline-end:2px;width:14px;height:14px;border-radius:50%;background:#d0342c;border:2px solid #fff}
[hidden]{display:none!important}
iframe{position:fixed;inset-block-end:88px;inset-inline-${place}:20px;z-index:2147483000;width:376px;height:min(640px,calc(100dvh - 108px));border:0;border-radius:16px;box-shadow:0 12px 40px #0005;background:light-dark(#fff,#17171a);color-scheme:light dark}
@media (max-width:480px){iframe{inset:0;width:100%;height:100%;border-radius:0}button[aria-expanded=true]{display:none}}`)
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

  let frame: HTMLIFrameElement | null = null
  let isOpen = false
  const tell = () =>
    frame?.contentWindow?.postMessage({ from: 'atrium-help-site', identity, isOpen, page: { title: document.title, path: location.pathname } }, origin)
  function show(next: boolean): void {
    isOpen = next
    if (next && !frame) {
      frame = document.createElement('iframe')
      frame.title = title
      frame.src = `${origin}/help?iframe=true`
      frame.allow = 'clipboard-write'
      root.append(frame)
    }
    if (frame) frame.hidden = !next
    button.setAttribute('aria-expanded', String(next))
    button.setAttribute('aria-label', next ? close : open)
    path.setAttribute('d', next ? 'M6 9l6 6 6-6' : 'M21 12a8 8 0 0 1-8 8H4l2-3a8 8 0 1 1 15-5z')
    if (next) {
      news.hidden = true
      frame?.focus()
    } else if (root.activeElement === frame) button.focus()
    tell()
  }
  button.addEventListener('click', () => show(!isOpen))
  addEventListener('keydown', (event) => event.key === 'Escape' && isOpen && show(false))
  addEventListener('message', ({ origin: from, source, data }) => {
    if (from !== origin || source !== frame?.contentWindow || data?.from !== 'atrium-help') return
    if (data.type === 'ready') tell()
    if (data.type === 'close') show(false)
    if (data.type === 'unread') news.hidden = isOpen || !(data.count > 0)
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
}

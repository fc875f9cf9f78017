/** What runs in browsers, sent as text: each knows nothing but its arguments. */
import type { ProofChallenge } from '@atrium/sdk'

export interface FormWords {
  sending: string
  failed: string
  unsafe: string
  confirm: string
  confirmTitle: string
  go: string
}

/** On the page with the form: gathers, proves, sends, and shows what comes after. */
export function runForm(solve: (challenge: ProofChallenge, signal?: AbortSignal) => Promise<string>): void {
  const form = document.querySelector('form')!
  const words = JSON.parse(form.dataset['words']!) as FormWords
  const at = `/internal_api/forms/${form.dataset['form']}`
  const isFramed = window.parent !== window
  const tell = (what: object) => isFramed && window.parent.postMessage({ from: 'atrium-form', uid: form.dataset['uid'], ...what }, '*')
  new ResizeObserver(() => tell({ height: Math.ceil(document.documentElement.getBoundingClientRect().height) })).observe(document.documentElement)

  const asked = new URLSearchParams(location.search)
  for (const field of document.querySelectorAll<HTMLInputElement>('input[data-parameter]')) {
    const said = field.dataset['parameter'] && asked.get(field.dataset['parameter'])
    if (said) field.value = said.slice(0, 1_000)
  }

  // work begins with the first sign that somebody fills it in, and is good for one try
  let proof: Promise<string> | null = null
  let provenAt = 0
  async function prove(): Promise<string> {
    const reply = await fetch(`${at}/challenge`, { headers: { accept: 'application/json' } })
    if (!reply.ok) throw new Error(((await reply.json()) as { message?: string }).message)
    return solve(((await reply.json()) as { challenge: ProofChallenge }).challenge)
  }
  function proven(): Promise<string> {
    if (!proof || Date.now() - provenAt > 45 * 60_000) {
      provenAt = Date.now()
      proof = prove()
      // who waits for it says what was wrong
      proof.catch(() => {})
    }
    return proof
  }
  if (!window.isSecureContext) show(words.unsafe)
  else form.addEventListener('focusin', () => void proven(), { once: true })

  function show(message: string): void {
    const alert = document.querySelector<HTMLElement>('[data-alert]')!
    alert.textContent = message
    alert.hidden = message === ''
  }
  function mark(id: string, message: string): void {
    const box = document.querySelector<HTMLElement>(`[data-field="${id}"]`)
    if (!box) return
    const error = box.querySelector<HTMLElement>('[data-error]')!
    error.textContent = message
    error.hidden = message === ''
    for (const control of box.querySelectorAll('input, textarea, select')) control.setAttribute('aria-invalid', String(message !== ''))
  }
  const answers = () =>
    [...document.querySelectorAll<HTMLElement>('[data-field]')].map((box) => {
      const id = Number(box.dataset['field'])
      const controls = [...box.querySelectorAll<HTMLInputElement>('input, textarea, select')]
      if (box.dataset['kind'] === 'choices') return { id, value_json: controls.filter(({ checked }) => checked).map(({ value }) => value) }
      if (box.dataset['kind'] === 'checkbox' || box.dataset['kind'] === 'consent') return { id, value: controls[0]!.checked ? 'yes' : '' }
      return { id, value: (controls[0]!.type === 'radio' ? controls.find(({ checked }) => checked) : controls[0])?.value ?? '' }
    })

  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const button = form.querySelector<HTMLButtonElement>('button[type=submit]')!
    if (button.disabled) return
    button.disabled = true
    show('')
    for (const box of document.querySelectorAll<HTMLElement>('[data-field]')) mark(box.dataset['field']!, '')
    const label = button.textContent
    button.textContent = words.sending
    try {
      const reply = await fetch(`${at}/submissions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ elements: answers(), proof: await proven(), website: form.querySelector<HTMLInputElement>('[name=website]')!.value }),
      })
      const said = await reply.json()
      if (reply.ok) return done(said)
      proof = null
      let first: HTMLElement | null = null
      for (const [key, [message]] of Object.entries((said.error_details ?? {}) as Record<string, string[]>)) {
        const id = key.match(/elements\.(\d+)$/)?.[1]
        if (!id || !message) continue
        mark(id, message)
        first ??= document.querySelector(`[data-field="${id}"]`)
      }
      show(said.message || words.failed)
      first?.querySelector<HTMLElement>('input, textarea, select')?.focus()
    } catch (error) {
      proof = null
      show((error instanceof TypeError ? '' : (error as Error).message) || words.failed)
    }
    button.disabled = false
    button.textContent = label
  })

  function done(said: { redirect_url: string | null; needs_confirmation: boolean; thank_you_page_title: string; thank_you_page_body: string }): void {
    tell({ sent: true })
    const box = document.querySelector<HTMLElement>('[data-done]')!
    const put = (tag: string, text: string) => {
      const node = document.createElement(tag)
      node.textContent = text
      if (text) box.append(node)
      return node
    }
    if (said.redirect_url && !said.needs_confirmation) {
      // a frame may only lead its window on after a press, which there was
      const link = put('a', words.go) as HTMLAnchorElement
      link.href = said.redirect_url
      link.target = '_top'
      link.rel = 'noopener'
      link.click()
    } else {
      put('h1', said.needs_confirmation ? words.confirmTitle : said.thank_you_page_title)
      if (said.needs_confirmation) put('p', words.confirm)
      put('p', said.thank_you_page_body)
    }
    form.hidden = true
    box.hidden = false
    box.focus()
  }
}

export interface EmbedSettings {
  uid: string
  origin: string
  title: string
  close: string
  isPopup: boolean
  delay: number
  days: number
  parameters: string[]
}
/** On another site: the form in a frame, in the place of its script or over the page after a while. Nothing of that page is read but parameters that the form asks for. */
export function runEmbed(settings: EmbedSettings): void {
  const here = document.currentScript as HTMLScriptElement | null
  const key = `atrium-form-${settings.uid}`
  // the host that the script came from, of those that the community has
  const ours = here ? new URL(here.src).origin : settings.origin
  const kept = () => {
    try {
      return Number(localStorage.getItem(key)) || 0
    } catch {
      return 0
    }
  }
  const keep = (until: number) => {
    try {
      localStorage.setItem(key, String(until))
    } catch {
      // a page without storage shows it again
    }
  }
  const day = 86_400_000
  const frame = document.createElement('iframe')
  const address = new URL('/form', ours)
  address.searchParams.set('uid', settings.uid)
  address.searchParams.set('embed', '1')
  const asked = new URLSearchParams(location.search)
  for (const name of settings.parameters) if (asked.has(name)) address.searchParams.set(name, asked.get(name)!.slice(0, 500))
  frame.src = address.href
  frame.title = settings.title
  Object.assign(frame.style, { border: '0', width: '100%', height: '420px', display: 'block', colorScheme: 'normal', background: 'transparent' })
  window.addEventListener('message', ({ source, origin, data }) => {
    if (source !== frame.contentWindow || origin !== ours || data?.from !== 'atrium-form') return
    if (typeof data.height === 'number') frame.style.height = `${Math.min(Math.max(data.height, 80), 20_000)}px`
    if (data.sent === true && settings.isPopup) keep(Date.now() + 365 * day)
  })
  if (!settings.isPopup) {
    if (here?.parentNode) here.after(frame)
    else document.body.append(frame)
    return
  }
  if (kept() > Date.now()) return
  setTimeout(() => {
    const dialog = document.createElement('dialog')
    dialog.setAttribute('aria-label', settings.title)
    Object.assign(dialog.style, {
      border: '0',
      padding: '0',
      borderRadius: '16px',
      width: 'min(560px, calc(100vw - 32px))',
      maxHeight: 'calc(100vh - 32px)',
      overflow: 'auto',
      background: 'Canvas',
    })
    const close = document.createElement('button')
    close.type = 'button'
    close.textContent = '×'
    close.setAttribute('aria-label', settings.close)
    Object.assign(close.style, {
      position: 'absolute',
      top: '8px',
      insetInlineEnd: '8px',
      width: '40px',
      height: '40px',
      border: '0',
      borderRadius: '20px',
      font: '24px/1 system-ui',
      background: 'Canvas',
      color: 'CanvasText',
      cursor: 'pointer',
    })
    close.addEventListener('click', () => dialog.close())
    dialog.addEventListener('close', () => {
      if (kept() < Date.now()) keep(Date.now() + settings.days * day)
      dialog.remove()
    })
    // the cross stands above the form
    frame.style.marginTop = '36px'
    dialog.append(frame, close)
    document.body.append(dialog)
    dialog.showModal()
  }, settings.delay * 1_000)
}

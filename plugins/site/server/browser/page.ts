/** The script of pages, sent as text: it knows nothing but the document. Pages say all they have to say without it. */
export function runPage(): void {
  const all = <E extends HTMLElement>(query: string) => [...document.querySelectorAll<E>(query)]

  // menus close where one goes on, and with Escape
  const menus = all<HTMLDetailsElement>('.menu details, .phone')
  document.addEventListener('click', (event) => {
    for (const menu of menus) {
      const inside = menu.contains(event.target as Node)
      if (menu.open && (!inside || (event.target as Element).closest('a'))) menu.open = false
    }
  })
  document.addEventListener('keydown', (event) => {
    const open = event.key === 'Escape' && menus.find((menu) => menu.open)
    if (!open) return
    open.open = false
    open.querySelector('summary')?.focus()
  })

  // what is counted down to
  for (const clock of all('[data-until]')) {
    const until = Date.parse(clock.dataset['until']!)
    const tick = () => {
      const left = Math.max(0, Math.floor((until - Date.now()) / 1000))
      const values: Record<string, number> = {
        days: Math.floor(left / 86400),
        hours: Math.floor(left / 3600) % 24,
        minutes: Math.floor(left / 60) % 60,
        seconds: left % 60,
      }
      for (const part of clock.querySelectorAll<HTMLElement>('[data-part]')) part.textContent = String(values[part.dataset['part']!])
      if (left > 0) return
      clearInterval(timer)
      clock.textContent = clock.dataset['over']!
    }
    const timer = setInterval(tick, 1000)
    tick()
  }

  // players come with a press
  for (const player of all('[data-player]'))
    player.querySelector('.play')?.addEventListener('click', (event) => {
      const { ctrlKey, metaKey, shiftKey } = event as MouseEvent
      if (ctrlKey || metaKey || shiftKey) return
      event.preventDefault()
      const frame = document.createElement('iframe')
      frame.src = player.dataset['player']!
      frame.title = player.dataset['title']!
      frame.allow = 'autoplay; fullscreen; picture-in-picture; encrypted-media'
      frame.referrerPolicy = 'strict-origin-when-cross-origin'
      player.replaceChildren(frame)
      frame.focus()
    })

  // frames say how high they are; the page says it to the site that shows it
  addEventListener('message', (event) => {
    const height = Number((event.data as { height?: unknown } | null)?.height)
    const frame = all<HTMLIFrameElement>('iframe.code, iframe.framed').find((one) => one.contentWindow === event.source)
    if (frame && height > 0 && height < 20_000) frame.height = String(Math.ceil(height))
  })
  // most of what a page leads to may not be shown in a frame
  if (new URLSearchParams(location.search).get('iframe') === 'true')
    for (const link of all<HTMLAnchorElement>('a[href]:not([href^="#"])')) {
      link.target = '_blank'
      link.rel = 'noopener'
    }
  if (parent !== window)
    new ResizeObserver(() => parent.postMessage({ from: 'atrium-page', height: document.documentElement.scrollHeight }, '*')).observe(document.body)

  // what a visitor has agreed to, kept by this browser alone
  const banner = document.getElementById('choices')
  if (banner) {
    const KEY = 'site.consent'
    const boxes = [...banner.querySelectorAll<HTMLInputElement>('input')]
    let said: string | null = null
    try {
      said = localStorage.getItem(KEY)
    } catch {
      // a browser that keeps nothing is asked on each page
    }
    const apply = (kinds: string[]) => {
      for (const place of all('[data-frame]')) {
        const frame = place.querySelector('iframe')
        if (!kinds.includes(place.dataset['consent']!)) frame?.remove()
        else if (!frame) {
          const made = document.createElement('iframe')
          made.setAttribute('sandbox', 'allow-scripts')
          made.src = place.dataset['frame']!
          place.append(made)
        }
      }
    }
    const show = () => {
      for (const box of boxes) box.checked = (said ?? '').split(' ').includes(box.name)
      banner.hidden = false
    }
    const save = (kinds: string[]) => {
      said = kinds.join(' ')
      try {
        localStorage.setItem(KEY, said)
      } catch {
        // it holds for this page
      }
      banner.hidden = true
      apply(kinds)
    }
    for (const button of banner.querySelectorAll<HTMLElement>('[data-choose]'))
      button.addEventListener('click', () => {
        const how = button.dataset['choose']
        const fields = banner.querySelector('fieldset')!
        if (how === 'all') save(boxes.map((box) => box.name))
        else if (how === 'none') save([])
        else if (fields.hidden) {
          fields.hidden = false
          button.textContent = button.dataset['save']!
          boxes[0]?.focus()
        } else save(boxes.filter((box) => box.checked).map((box) => box.name))
      })
    for (const link of all('[data-choices]'))
      link.addEventListener('click', (event) => {
        event.preventDefault()
        show()
        banner.querySelector<HTMLElement>('button')?.focus()
      })
    if (said === null) show()
    else apply(said.split(' '))
  }

  // a page with a password
  for (const form of all<HTMLFormElement>('form[data-password]'))
    form.addEventListener('submit', async (event) => {
      event.preventDefault()
      const [wrong, button] = [form.querySelector('.wrong')!, form.querySelector('button')!]
      wrong.textContent = ''
      button.disabled = true
      let said = form.dataset['failed']!
      try {
        const reply = await fetch(form.action, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
          body: JSON.stringify({ password: form.querySelector('input')!.value }),
        })
        if (reply.ok) return location.reload()
        said = ((await reply.json()) as { message?: string }).message ?? said
      } catch {
        // not reached, or answered by something on the way
      } finally {
        button.disabled = false
      }
      wrong.textContent = said
      form.querySelector('input')!.focus()
    })
}

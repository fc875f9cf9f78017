/** Tooltips for everything marked with `data-tip`: one element and one set of listeners for the whole page. */
import { layerOf } from './place.ts'

const DELAY_MS = 400
const GAP = 6
const EDGE = 8

let tip: HTMLElement | undefined
let owner: Element | null = null
let timer: ReturnType<typeof setTimeout> | undefined

function hide() {
  clearTimeout(timer)
  owner = null
  if (tip?.matches(':popover-open')) tip.hidePopover()
}

function show(target: Element) {
  if (!target.isConnected || target.getAttribute('aria-expanded') === 'true') return
  if (!tip) {
    tip = document.createElement('div')
    tip.popover = 'manual'
    tip.role = 'tooltip'
    tip.className =
      'pointer-events-none fixed inset-auto m-0 max-w-72 animate-fade items-center gap-2 rounded-control bg-text px-[9px] py-[5px] text-12 font-medium text-bg open:inline-flex'
  }
  layerOf(target).append(tip)
  tip.replaceChildren(target.getAttribute('data-tip') ?? '')
  const keys = target.getAttribute('data-tip-keys')
  if (keys) {
    const key = document.createElement('kbd')
    key.className = 'rounded-mark border border-current/35 px-1 font-sans text-11'
    key.textContent = keys
    tip.append(key)
  }
  tip.showPopover()
  const at = target.getBoundingClientRect()
  const own = tip.getBoundingClientRect()
  const above = at.bottom + GAP + own.height > innerHeight - EDGE
  tip.style.top = `${above ? at.top - GAP - own.height : at.bottom + GAP}px`
  tip.style.left = `${Math.min(Math.max(EDGE, at.left + (at.width - own.width) / 2), innerWidth - EDGE - own.width)}px`
}

const markedOf = (event: Event) => (event.target as Element | null)?.closest?.('[data-tip]') ?? null
function over(event: Event) {
  // A finger has no hover: what it touches acts at once.
  if (event instanceof PointerEvent && event.pointerType === 'touch') return
  const target = markedOf(event)
  if (target === owner) return
  const quick = owner !== null
  hide()
  owner = target
  if (!target) return
  if (event.type === 'focusin' && !target.matches(':focus-visible')) return
  timer = setTimeout(() => show(target), event.type === 'focusin' || quick ? 0 : DELAY_MS)
}

/** Starts listening, and answers the event that called it. */
export function listen(event: Event): void {
  for (const name of ['pointerover', 'focusin']) document.addEventListener(name, over, { passive: true })
  for (const name of ['pointerdown', 'focusout', 'scroll']) document.addEventListener(name, hide, { passive: true, capture: true })
  document.addEventListener('keydown', (key) => key.key === 'Escape' && hide())
  over(event)
}

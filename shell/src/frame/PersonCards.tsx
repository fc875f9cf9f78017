/** Who somebody is, shown while a pointer rests on a link to them. What it says comes from the plugin that owns profiles. */
import shell from '@atrium/sdk/kernel/shell'
import { Slot, useLocation, useSlotFilled } from '@atrium/sdk/web'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

const REST_MS = 500
/** Time to reach the card with the pointer. */
const LEAVE_MS = 250
const GAP = 6
const EDGE = 8
const PEOPLE = 'a[href^="/u/"]:not([role=menuitem], [data-person-card] *)'
const CARD = '[data-person-card]'

export function PersonCards() {
  const path = useLocation()
  const filled = useSlotFilled(shell.slots['person.card'])
  const [link, setLink] = useState<HTMLAnchorElement | null>(null)
  useEffect(() => setLink(null), [path])
  useEffect(() => {
    if (!filled) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const close = () => {
      clearTimeout(timer)
      setLink(null)
    }
    const over = ({ target, pointerType }: PointerEvent) => {
      clearTimeout(timer)
      // A menu opened from the card lies outside of it.
      if (pointerType === 'touch' || !(target instanceof Element) || target.closest(`${CARD}, [role=menu]`)) return
      const person = target.closest<HTMLAnchorElement>(PEOPLE)
      timer = setTimeout(() => setLink(person), person ? REST_MS : LEAVE_MS)
    }
    const press = ({ target }: Event) => target instanceof Element && !target.closest(`${CARD}, [role=menu]`) && close()
    const key = (event: KeyboardEvent) => event.key === 'Escape' && !event.defaultPrevented && close()
    // This code has come because somebody is pointed at.
    timer = setTimeout(() => setLink(document.querySelector<HTMLAnchorElement>(`:is(${PEOPLE}):hover`)), REST_MS)
    document.addEventListener('pointerover', over, { passive: true })
    document.addEventListener('pointerdown', press, { passive: true })
    document.addEventListener('keydown', key)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('pointerover', over)
      document.removeEventListener('pointerdown', press)
      document.removeEventListener('keydown', key)
    }
  }, [filled])
  return link?.isConnected ? <At key={link.href} link={link} /> : null
}

function At({ link }: { link: HTMLAnchorElement }) {
  const card = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = card.current!
    const place = () => {
      const at = link.getBoundingClientRect()
      const { offsetWidth: width, offsetHeight: height } = element
      const below = at.bottom + GAP + height < innerHeight - EDGE
      element.style.top = `${below ? at.bottom + GAP : Math.max(EDGE, at.top - GAP - height)}px`
      element.style.left = `${Math.min(Math.max(EDGE, at.left), innerWidth - EDGE - width)}px`
    }
    place()
    const watcher = new ResizeObserver(place)
    watcher.observe(element)
    addEventListener('scroll', place, { capture: true, passive: true })
    return () => {
      watcher.disconnect()
      removeEventListener('scroll', place, { capture: true })
    }
  }, [link])
  return createPortal(
    <div ref={card} data-person-card="" className="fixed z-60">
      <Slot of={shell.slots['person.card']} props={{ uid: decodeURIComponent(link.pathname.slice('/u/'.length)) }} />
    </div>,
    link.closest('[role=dialog]') ?? document.body,
  )
}

/** The header's tabs: home and those of plugins; what does not fit stands under "more". */
import { useLayoutEffect, useRef, useState } from 'react'
import { Count, Icon, Link, Menu, useBadges, useT } from '@atrium/sdk/web'
import { useCurrent, useNavigation } from './navigation.ts'

const TAB =
  'inline-flex h-8 flex-none items-center rounded-control px-[11px] text-13 font-medium whitespace-nowrap transition-colors duration-(--fast) hover:bg-[color-mix(in_oklab,var(--header-text-color)_8%,transparent)] current:bg-header-active current:text-header-active-text'
const GAP = 2
/** Pixels that "more" needs, in the longest language. */
const MORE = 84

export function Tabs() {
  const t = useT()
  const current = useCurrent()
  const badges = useBadges()
  const tabs = useNavigation('tabs')
  const entries = tabs.some(({ to }) => to === '/') ? tabs : [{ label: t('frame.home'), to: '/', icon: 'house' }, ...tabs]
  const { bar, fitting } = useFitting(entries.map(({ label }) => label).join('\n'), entries.length)
  const hidden = entries.slice(fitting)

  return (
    <nav ref={bar} aria-label={t('frame.main')} className="hidden min-w-0 flex-1 gap-0.5 overflow-hidden px-1 py-1 desk:flex">
      {entries.slice(0, fitting).map(({ label, to }) => (
        <Link key={to} to={to} data-tab="" aria-current={current(to)} className={TAB}>
          {label}
          {badges.has(to) && <Count value={badges.get(to)!} label={t('frame.new', { count: badges.get(to)! })} className="ms-1.5" />}
        </Link>
      ))}
      {hidden.length > 0 && (
        <Menu
          items={hidden.map(({ label, to, icon }) => ({ label, to, icon }))}
          trigger={
            <button type="button" className={`${TAB} gap-1`} aria-current={hidden.some(({ to }) => current(to)) ? 'true' : undefined}>
              {t('frame.more')}
              <Icon name="chevron-down" size="sm" />
            </button>
          }
        />
      )}
    </nav>
  )
}

/** How many tabs fit: all are laid out once, then the width of the bar decides. */
function useFitting(words: string, count: number) {
  const bar = useRef<HTMLElement>(null)
  const widths = useRef<{ words: string; each: number[] } | null>(null)
  const [fitting, setFitting] = useState(count)

  // Measured anew after each change of what is laid out.
  useLayoutEffect(() => {
    const element = bar.current!
    const measure = () => {
      if (!element.clientWidth) return
      if (widths.current?.words !== words) {
        const tabs = [...element.querySelectorAll<HTMLElement>('[data-tab]')]
        if (tabs.length < count) return setFitting(count)
        widths.current = { words, each: tabs.map((tab) => tab.offsetWidth + GAP) }
      }
      const { each } = widths.current
      let room = element.clientWidth - 8 + GAP
      const total = each.reduce((sum, width) => sum + width, 0)
      if (total <= room) return setFitting(count)
      room -= MORE
      const fit = each.findIndex((_, index) => each.slice(0, index + 1).reduce((sum, width) => sum + width, 0) > room)
      setFitting(Math.max(1, fit))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [words, count, fitting])
  return { bar, fitting }
}

/** The bar at the foot of phones: the community's own links and what plugins put there, five places at most. */
import { Count, Icon, Link, useBadges, useT, useWayBack } from '@atrium/sdk/web'
import { useBottom, useCurrent } from './navigation.ts'

export function BottomBar({ inert, visitor }: { inert: boolean; visitor: boolean }) {
  const t = useT()
  const current = useCurrent()
  const badges = useBadges()
  const back = useWayBack()
  const last = visitor ? [{ label: t('signIn.action'), to: `/user/sign_in${back}`, icon: 'log-in' }] : []
  const shown = [...useBottom().shown, ...last]
  return (
    <nav
      inert={inert}
      aria-label={t('frame.bottom')}
      className="fixed inset-x-0 bottom-0 z-30 grid h-(--bottom-h) auto-cols-fr grid-flow-col border-t border-border bg-surface pb-[env(safe-area-inset-bottom)] desk:hidden"
    >
      {shown.map(({ label, to, icon }) => (
        <Link
          key={to}
          to={to}
          aria-current={current(to)}
          className="relative grid content-center justify-items-center gap-[3px] text-center text-11 font-medium text-text-2 current:text-link"
        >
          <span className="relative">
            <Icon name={icon} size="lg" />
            {badges.has(to) && (
              <Count
                value={badges.get(to)!}
                label={t('frame.new', { count: badges.get(to)! })}
                className="absolute -top-1.5 start-3 shadow-[0_0_0_2px_var(--surface)]"
              />
            )}
          </span>
          <span className="max-w-full truncate px-0.5">{label}</span>
        </Link>
      ))}
    </nav>
  )
}

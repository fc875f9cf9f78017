/** The column beside the screen: links of plugins, then the spaces, then what belongs at the foot. */
import shell from '@atrium/sdk/kernel/shell'
import { Count, cx, Icon, Link, Slot, useBadges, useSession, useT } from '@atrium/sdk/web'
import { CommunityLink } from './CommunityLink.tsx'
import { useBottom, useCurrent, useNavigation } from './navigation.ts'

export const SIDE_LINK =
  'flex min-h-[30px] items-center gap-[9px] rounded-control px-2 text-sidebar-text transition-colors duration-(--fast) hover:bg-sidebar-hover current:bg-active-item current:font-medium current:text-active-item-text max-desk:min-h-11 max-desk:text-15'

export function Sidebar() {
  const t = useT()
  const { community } = useSession()
  const current = useCurrent()
  const badges = useBadges()
  const links = useNavigation('links')
  const home = links.some(({ to }) => to === '/') ? [] : [{ label: t('frame.home'), to: '/', icon: 'house' }]
  // A phone has no tabs: what its bar at the foot does not lead to either stands here.
  const { shown, rest } = useBottom()
  const elsewhere = [...useNavigation('tabs'), ...rest]
  const onPhones = elsewhere.filter(
    ({ to }, index) => ![...links, ...shown].some((other) => other.to === to) && elsewhere.findIndex((other) => other.to === to) === index,
  )
  return (
    <>
      <CommunityStrip />
      <p className="flex h-8 items-center px-2 font-semibold desk:hidden">{community.name}</p>
      <nav aria-label={t('sidebar.links')} className="mt-1.5">
        <ul className="grid gap-px">
          {[...home, ...links, ...onPhones].map(({ label, to, icon }, index) => (
            <li key={to} className={cx(index >= home.length + links.length && 'desk:hidden')}>
              <Link to={to} aria-current={current(to)} className={SIDE_LINK}>
                <Icon name={icon} />
                <span className="min-w-0 flex-1 truncate">{label}</span>
                {badges.has(to) && <Count value={badges.get(to)!} label={t('frame.new', { count: badges.get(to)! })} />}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Slot of={shell.slots['sidebar.main']} />
      <div className="mt-auto pt-4">
        <Slot of={shell.slots['sidebar.foot']} />
      </div>
    </>
  )
}

/** The rail's communities, across the top of the phone's drawer. */
function CommunityStrip() {
  const t = useT()
  const { communities } = useSession()
  if (communities.length < 2) return null
  return (
    <nav aria-label={t('rail.title')} className="flex gap-2 overflow-x-auto px-1 pb-3 pt-1 [scrollbar-width:none] desk:hidden">
      {communities.map((entry) => (
        <CommunityLink
          key={entry.id}
          entry={entry}
          size={40}
          className="grid size-11 flex-none place-items-center rounded-card current:ring-2 current:ring-active-item-text"
        />
      ))}
    </nav>
  )
}

/** The settings menu in the sidebar: the way back, a field that finds a setting, the groups. */
import { use, useEffect, useRef, useState } from 'react'
import { Count, host, Icon, Link, SearchField, useBadges, useLocation, useStored, useT } from '@atrium/sdk/web'
import { SIDE_LINK } from '../frame/Sidebar.tsx'
import { FoundSettings } from './FoundSettings.tsx'
import { useAdminMenu } from './menu.ts'
import { positionOf } from './places.ts'

export default function AdminMenu() {
  use(host.loadAdmin())
  const t = useT()
  const path = useLocation()
  const [wanted, setWanted] = useState('')

  return (
    <>
      <div className="flex-none pb-1">
        <Link to="/" className="flex h-8 flex-none items-center gap-2 rounded-control px-2 font-semibold hover:bg-sidebar-hover max-desk:h-11">
          <Icon name="arrow-left" size="sm" />
          {t('admin.back')}
        </Link>
        <SearchField
          value={wanted}
          onChange={setWanted}
          label={t('admin.find')}
          placeholder={t('admin.find')}
          className="mt-2 border-frame bg-transparent text-inherit"
        />
      </div>
      {/* scrolls by itself, so that the search covers no entry */}
      <div className="-mx-2.5 -mb-4 min-h-0 flex-1 overflow-y-auto px-2.5 pb-4 [scrollbar-color:inherit] [scrollbar-width:thin]">
        {wanted.trim() ? (
          <nav aria-label={t('admin.title')} className="mt-3">
            <FoundSettings text={wanted} className={`${SIDE_LINK} items-start! py-1.5`} paths="" />
          </nav>
        ) : (
          <Groups path={path} />
        )}
      </div>
    </>
  )
}

function Groups({ path }: { path: string }) {
  const t = useT()
  const badges = useBadges()
  const groups = useAdminMenu()
  const [folded, setFolded] = useStored<string[]>('settings.folded', [])
  const at = positionOf(groups, path)
  const current = at?.entry.to
  const here = at?.group.group
  const active = useRef<HTMLLIElement>(null)
  useEffect(() => {
    active.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  }, [current])
  return (
    <nav aria-label={t('admin.title')}>
      {groups.map(({ group, title, entries }) => {
        const open = group === here || !folded.includes(group)
        return (
          <div key={group} className="mt-3">
            <button
              type="button"
              aria-expanded={open}
              disabled={group === here}
              onClick={() => setFolded(open ? [...folded, group] : folded.filter((one) => one !== group))}
              className="flex min-h-7 w-full items-center gap-1 rounded-control px-2 text-12 font-medium enabled:hover:bg-sidebar-hover"
            >
              <span id={`menu-${group}`} className="min-w-0 flex-1 truncate">
                {title}
              </span>
              {group !== here && <Icon name={open ? 'chevron-down' : 'chevron-right'} size="sm" />}
            </button>
            {open && (
              <ul aria-labelledby={`menu-${group}`} className="grid gap-px">
                {entries.map(({ label, to, icon }) => (
                  <li key={to} ref={to === current ? active : undefined} className="scroll-my-6">
                    <Link to={to} aria-current={to === current ? 'page' : undefined} className={SIDE_LINK}>
                      <Icon name={icon} />
                      <span className="min-w-0 flex-1 truncate">{label}</span>
                      {badges.has(to) && <Count quiet value={badges.get(to)!} label={t('frame.new', { count: badges.get(to)! })} />}
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </div>
        )
      })}
    </nav>
  )
}

/** The settings menu in the sidebar: the way back, a field that finds a setting, the groups. */
import { use, useState } from 'react'
import { Count, host, Icon, Link, SearchField, useBadges, useLocation, useT } from '@atrium/sdk/web'
import { SIDE_LINK } from '../frame/Sidebar.tsx'
import { currentEntry, matching, useAdminMenu } from './menu.ts'

export default function AdminMenu() {
  use(host.loadAdmin())
  const t = useT()
  const path = useLocation()
  const badges = useBadges()
  const [wanted, setWanted] = useState('')
  const groups = useAdminMenu()
  const current = currentEntry(groups, path)
  const shown = matching(groups, wanted)

  return (
    <>
      <Link to="/" className="flex h-8 flex-none items-center gap-2 rounded-control px-2 font-semibold hover:bg-sidebar-hover max-desk:h-11">
        <Icon name="arrow-left" size="sm" />
        {t('admin.back')}
      </Link>
      <div className="mt-2 flex-none">
        <SearchField
          value={wanted}
          onChange={setWanted}
          label={t('admin.find')}
          placeholder={t('admin.find')}
          className="border-frame bg-transparent text-inherit"
        />
      </div>
      <nav aria-label={t('admin.title')}>
        {shown.map(({ group, title, entries }) => (
          <div key={group} className="mt-3.5">
            <p id={`menu-${group}`} className="flex h-7 items-center px-2 text-12 font-medium">
              {title}
            </p>
            <ul aria-labelledby={`menu-${group}`} className="grid gap-px">
              {entries.map(({ label, to, icon }) => (
                <li key={to}>
                  <Link to={to} aria-current={to === current ? 'page' : undefined} className={SIDE_LINK}>
                    <Icon name={icon} />
                    <span className="min-w-0 flex-1 truncate">{label}</span>
                    {badges.has(to) && <Count quiet value={badges.get(to)!} label={t('frame.new', { count: badges.get(to)! })} />}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
        {shown.length === 0 && <p className="px-2 py-6 text-13">{t('admin.find.empty')}</p>}
      </nav>
    </>
  )
}

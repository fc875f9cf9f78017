/** Gives the page the tabs of its entry; what lies deeper than a tab has a way back instead. */
import { type ReactNode, useMemo } from 'react'
import { host, useLocation } from '@atrium/sdk/web'
import { useAdminMenu } from './menu.ts'
import { positionOf } from './places.ts'
import { useSpotlight } from './spotlight.ts'

export default function AdminTabs({ children }: { children: ReactNode }) {
  const path = useLocation()
  const groups = useAdminMenu()
  useSpotlight()
  const tabs = useMemo(() => {
    const at = positionOf(groups, path)
    if (!at?.entry.tabs.length || at.place.to !== path) return null
    return { label: at.entry.label, current: path, items: at.entry.tabs.map(({ to, label }) => ({ key: to, to, label })) }
  }, [groups, path])
  return <host.AdminTabsContext value={tabs}>{children}</host.AdminTabsContext>
}

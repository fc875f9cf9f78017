/** The community's own links in the sidebar, above its spaces. */
import { Icon, Link, useLocation, useRead, useSession, useT } from '@atrium/sdk/web'
import contract from '../../contract.ts'

const { routes } = contract

export default function SidebarLinks() {
  const t = useT()
  const { member } = useSession()
  const path = useLocation()
  const { data } = useRead(routes.menus, undefined, { enabled: member !== null })
  if (!data?.sidebar.length) return null
  return (
    <nav aria-label={t('sidebar.label')} className="mt-3.5">
      <ul className="grid gap-px">
        {data.sidebar.map(({ key, label, to, opens_new_tab }) => (
          <li key={key}>
            <Link
              to={to}
              {...(opens_new_tab && { target: '_blank', rel: 'noopener' })}
              aria-current={path === to ? 'page' : undefined}
              className="flex min-h-[30px] items-center gap-[9px] rounded-control px-2 text-sidebar-text transition-colors duration-(--fast) hover:bg-sidebar-hover current:bg-active-item current:font-medium current:text-active-item-text max-desk:min-h-11 max-desk:text-15"
            >
              <Icon name="link" />
              <span className="min-w-0 flex-1 truncate">{label}</span>
              {opens_new_tab && <Icon name="external-link" size="sm" />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

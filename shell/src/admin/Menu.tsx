/** The settings menu as a page: where phones begin. */
import { Card, Icon, Link, useT } from '@atrium/sdk/web'
import { AdminPage } from './AdminPage.tsx'
import { useAdminMenu } from './menu.ts'

export default function Menu() {
  const t = useT()
  const groups = useAdminMenu()
  return (
    <AdminPage name="communities/Menu" title="admin.title" text={t('admin.text')}>
      <div className="grid gap-6 desk:grid-cols-2">
        {groups.map(({ group, title, entries }) => (
          <section key={group} aria-label={title}>
            <h2 className="mb-2 px-1 text-13 text-text-2">{title}</h2>
            <Card as="ul" className="divide-y divide-border overflow-hidden">
              {entries.map(({ label, to, icon }) => (
                <li key={to}>
                  <Link to={to} className="flex min-h-12 items-center gap-3 px-4 hover:bg-hover focus-visible:-outline-offset-2">
                    <Icon name={icon} className="text-text-2" />
                    <span className="min-w-0 flex-1 truncate">{label}</span>
                    <Icon name="chevron-right" size="sm" className="text-text-3" />
                  </Link>
                </li>
              ))}
            </Card>
          </section>
        ))}
      </div>
    </AdminPage>
  )
}

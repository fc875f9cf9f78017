/** All sections of the settings in groups, with a field that finds a setting. */
import { useState } from 'react'
import { Card, Icon, Link, SearchField, useT } from '@atrium/sdk/web'
import { FoundSettings } from './FoundSettings.tsx'
import { useAdminMenu } from './menu.ts'

const ROW =
  'flex min-h-12 items-center gap-3 px-4 hover:bg-hover focus-visible:-outline-offset-2 current:bg-brand-soft current:font-medium current:text-on-brand-soft'

export function Sections({ current, onChoose }: { current?: string; onChoose?: () => void }) {
  const t = useT()
  const [wanted, setWanted] = useState('')
  const groups = useAdminMenu()
  return (
    <>
      <SearchField value={wanted} onChange={setWanted} label={t('admin.find')} placeholder={t('admin.find')} className="mb-4 max-w-none!" />
      {wanted.trim() ? (
        <Card className="overflow-hidden">
          <FoundSettings text={wanted} onChoose={onChoose} className={`${ROW} py-2.5`} paths="text-text-3" />
        </Card>
      ) : (
        <div className="grid gap-6 desk:grid-cols-2">
          {groups.map(({ group, title, entries }) => (
            <section key={group} aria-label={title}>
              <h2 className="mb-2 px-1 text-13 text-text-2">{title}</h2>
              <Card as="ul" className="divide-y divide-border overflow-hidden">
                {entries.map(({ label, to, icon }) => (
                  <li key={to}>
                    <Link to={to} onClick={onChoose} aria-current={to === current ? 'page' : undefined} className={ROW}>
                      <Icon name={icon} />
                      <span className="min-w-0 flex-1 truncate">{label}</span>
                      <Icon name="chevron-right" size="sm" />
                    </Link>
                  </li>
                ))}
              </Card>
            </section>
          ))}
        </div>
      )}
    </>
  )
}

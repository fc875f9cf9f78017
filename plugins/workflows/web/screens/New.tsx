/** `/settings/workflows/new`: templates to begin with, or nothing. */
import { AdminPage, Chip, EmptyState, Icon, Link, Query, SearchField, Skeleton, useRead, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Template } from '../../contract.ts'
import { AT, NEW } from '../components/paths.ts'
import { HomeTabs } from '../components/HomeTabs.tsx'
import { TemplateCard } from '../components/TemplateCard.tsx'

const BLANK = `${NEW}/select_type`
const GRID = 'grid gap-4 sm:grid-cols-2 desk:grid-cols-3 wide:grid-cols-4'

export default function New() {
  const t = useT()
  const query = useRead(contract.routes.templates)
  return (
    <AdminPage
      name="workflows/New"
      title={t('new.title')}
      text={t('new.text')}
      back={{ to: AT, label: t('admin.workflows') }}
      actions={[{ label: t('new.blank'), icon: 'plus', primary: true, to: BLANK }]}
      who="workflows.manage"
      wide
    >
      <HomeTabs current="templates" />
      <Query query={query} skeleton={<Skeleton w="100%" h={480} />}>
        {({ records }) => <Templates all={records} />}
      </Query>
    </AdminPage>
  )
}

function Templates({ all }: { all: readonly Template[] }) {
  const t = useT()
  const [group, setGroup] = useState<Template['group'] | null>(null)
  const [text, setText] = useState('')
  const groups = [...new Set(all.map((one) => one.group))]
  const sought = text.trim().toLowerCase()
  const shown = all.filter((one) => (!group || one.group === group) && `${one.title} ${one.sentence}`.toLowerCase().includes(sought))
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <div className="flex max-w-full gap-2 overflow-x-auto scrollbar-none" role="group" aria-label={t('new.groups')}>
          <Chip pressed={!group} onClick={() => setGroup(null)}>
            {t('new.all')}
          </Chip>
          {groups.map((one) => (
            <Chip key={one} pressed={group === one} onClick={() => setGroup(one)}>
              {t(`template.group.${one}`)}
            </Chip>
          ))}
        </div>
        <SearchField value={text} onChange={setText} placeholder={t('new.search')} className="ms-auto w-full! desk:w-64!" />
      </div>
      {shown.length === 0 ? (
        <EmptyState icon="search" title={t('new.none_found')} />
      ) : (
        <ul className={GRID}>
          {shown.map((one) => (
            <TemplateCard key={one.id} template={one} />
          ))}
          {!sought && (
            <li className="relative grid min-h-52 place-content-center justify-items-center gap-1.5 rounded-card border border-dashed border-field p-4 text-center hover:bg-hover">
              <Icon name="plus" className="text-text-2" />
              <Link to={BLANK} className="font-medium after:absolute after:inset-0">
                {t('new.blank')}
              </Link>
              <p className="text-13 text-text-2">{t('new.blank_text')}</p>
            </li>
          )}
        </ul>
      )}
    </>
  )
}

/** All pages of the site: how each stands, and what is done with it as a whole. */
import { Button, Link, ListScreen, Note, Time, useList, useRead, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { STATUSES } from '../../contract.ts'
import { NewPage } from '../components/pages/NewPage.tsx'
import { useHomeWarning } from '../components/pages/home.ts'
import { AT, editPath } from '../components/pages/paths.ts'
import { StateBadges } from '../components/pages/StateBadges.tsx'
import { Templates } from '../components/pages/Templates.tsx'
import { Thumbnail } from '../components/pages/Thumbnail.tsx'
import { usePageActs } from '../components/pages/usePageActs.tsx'

const { routes } = contract
/** Templates that are seen without asking for a new page. */
const SEEN = 4

export default function Pages() {
  const t = useT()
  const list = useList(routes.pages, { search: 'query', filters: { status: '' } })
  const acts = usePageActs()
  /** What a new page begins with; null: none is being made. */
  const [begins, setBegins] = useState<string | null>(null)
  const add = () => setBegins('')
  const warningOf = useHomeWarning()
  // the home page comes first, whatever the list below is narrowed to
  const first = useRead(routes.pages, { query: { per_page: 1 } }).data?.records[0]
  const warning = first?.is_home ? warningOf(first) : null
  return (
    <ListScreen
      name="site/Pages"
      title={t('admin.pages')}
      text={t('pages.text')}
      who="site.manage"
      actions={[
        { label: t('deleted.title'), icon: 'trash-2', to: `${AT}/deleted` },
        { label: t('pages.site_theme'), icon: 'palette', to: '/settings/page_themes' },
        { label: t('pages.new'), icon: 'plus', primary: true, onSelect: add },
      ]}
      above={
        warning && (
          <Note tone="warning" className="mb-4">
            {warning}
          </Note>
        )
      }
      list={list}
      search={t('pages.search')}
      filters={[
        {
          field: 'status',
          label: t('pages.status'),
          options: [{ value: '', label: t('pages.all') }, ...STATUSES.map((value) => ({ value, label: t(`pages.status.${value}`) }))],
          segment: true,
        },
      ]}
      empty={{
        icon: 'panel-top',
        title: t('pages.none'),
        text: t('pages.none_text'),
        action: (
          <Button variant="primary" icon="plus" onClick={add}>
            {t('pages.new')}
          </Button>
        ),
      }}
      found={{ title: t('pages.none_found') }}
      columns={[
        {
          key: 'name',
          title: t('pages.page'),
          render: (page) => (
            <span className="flex min-w-0 items-center gap-3">
              <span className="block h-10 w-16 flex-none overflow-hidden rounded-control border bg-surface-2">
                <Thumbnail key={String(page.updated_at)} of={page.id} name={page.name} />
              </span>
              <span className="block min-w-0">
                <Link to={editPath(page.id)} className="font-medium hover:underline">
                  {page.name}
                </Link>
                <span className="block truncate text-13 text-text-3" dir="ltr">
                  {page.is_home ? '/' : `/${page.slug}`}
                </span>
              </span>
            </span>
          ),
        },
        { key: 'state', state: true, title: t('pages.state'), render: (page) => <StateBadges page={page} /> },
        {
          key: 'updated',
          title: t('pages.updated'),
          render: (page) => (
            <span className="text-13">
              {page.updated_by && `${page.updated_by.name}, `}
              <Time value={page.updated_at} kind="day" />
            </span>
          ),
        },
      ]}
      menu={acts.menu}
    >
      <section aria-labelledby="site-templates" className="mt-8">
        <h2 id="site-templates" className="mb-3 text-15">
          {t('templates.start')}
        </h2>
        <Templates chosen={null} onChoose={setBegins} most={SEEN} className="grid-cols-[repeat(auto-fill,minmax(220px,1fr))]" />
      </section>
      {begins !== null && <NewPage template={begins} onClose={() => setBegins(null)} />}
      {acts.dialogs}
    </ListScreen>
  )
}

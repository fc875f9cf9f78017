/** `/settings/page_themes`: looks of pages, and the community's own fonts. */
import { AdminPage, Query, Skeleton, useRead, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type SiteTheme } from '../../contract.ts'
import { Fonts } from '../components/themes/Fonts.tsx'
import { NewThemeDialog } from '../components/themes/NewThemeDialog.tsx'
import { ThemeCards } from '../components/themes/ThemeCards.tsx'
import { ThemeDialog } from '../components/themes/ThemeDialog.tsx'
import { useFonts } from '../components/themes/useFonts.ts'

const { routes } = contract

export default function Themes() {
  const t = useT()
  const query = useRead(routes.themes, { query: { per_page: 100 } })
  const fonts = useFonts()
  const [edited, setEdited] = useState<SiteTheme | null>(null)
  const [isNew, setNew] = useState(false)
  return (
    <AdminPage
      name="site/Themes"
      title={t('admin.themes')}
      text={t('theme.text')}
      who="site.manage"
      wide
      actions={[{ label: t('theme.new'), icon: 'plus', primary: true, onSelect: () => setNew(true) }]}
    >
      <div className="grid gap-8">
        <Query query={query} skeleton={<Skeleton w="100%" h={360} />}>
          {({ records }) => <ThemeCards themes={records} onNew={() => setNew(true)} onEdit={setEdited} />}
        </Query>
        <Fonts />
      </div>
      {isNew && (
        <NewThemeDialog
          onClose={() => setNew(false)}
          onMade={(theme) => {
            setNew(false)
            setEdited(theme)
          }}
        />
      )}
      {edited && <ThemeDialog key={edited.id} theme={edited} fonts={fonts.data?.records ?? []} onClose={() => setEdited(null)} />}
    </AdminPage>
  )
}

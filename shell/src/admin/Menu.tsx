/** The settings menu as a page: where phones begin. */
import { AdminPage, useT } from '@atrium/sdk/web'
import { Sections } from './Sections.tsx'

export default function Menu() {
  const t = useT()
  return (
    <AdminPage name="communities/Menu" title={t('admin.title')} text={t('admin.text')}>
      <Sections />
    </AdminPage>
  )
}

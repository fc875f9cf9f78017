/** `/settings/api`: all API tokens. */
import { AdminPage } from '@atrium/sdk/web'
import { TokenTable } from '../components/TokenTable.tsx'
import { useWords } from '../components/words.ts'

export default function Api() {
  const { t } = useWords()
  return (
    <AdminPage
      name="developers/Api"
      title={t('admin.api')}
      text={t('tokens.text')}
      who="developers.manage"
      wide
      actions={[{ label: t('new'), icon: 'plus', to: '/settings/api/new', primary: true }]}
    >
      <TokenTable />
    </AdminPage>
  )
}

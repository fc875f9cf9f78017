/** The way from one's account to one's own data. */
import { TabLink, useSession, useT } from '@atrium/sdk/web'

export default function DataTab() {
  const t = useT()
  const { member } = useSession()
  if (!member) return null
  return <TabLink to="/account/data">{t('data.tab')}</TabLink>
}

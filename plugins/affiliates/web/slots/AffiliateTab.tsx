/** The way from one's account to one's link and earnings, where there is a programme. */
import { TabLink, useRead, useSession, useT } from '@atrium/sdk/web'
import contract from '../../contract.ts'

export default function AffiliateTab() {
  const t = useT()
  const { member } = useSession()
  const { data } = useRead(contract.routes.me, undefined, { enabled: member !== null })
  if (!data?.programme.enabled && !data?.affiliate) return null
  return <TabLink to="/account/affiliate">{t('mine.tab')}</TabLink>
}

/** The way from one's account to one's own data. */
import { LinkButton, useSession, useT } from '@atrium/sdk/web'

export default function DataTab() {
  const t = useT()
  const { member } = useSession()
  if (!member) return null
  return (
    <LinkButton variant="ghost" icon="archive" to="/account/data">
      {t('data.tab')}
    </LinkButton>
  )
}

/** The way to one's preferences, among the tabs of one's own account. */
import { Link, useT } from '@atrium/sdk/web'

export default function AccountTab() {
  const t = useT()
  return (
    <Link to="/account/notifications" className="text-14 font-medium text-link">
      {t('preferences.title')}
    </Link>
  )
}

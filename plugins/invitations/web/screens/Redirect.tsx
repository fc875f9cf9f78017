/** Former addresses of what awaits newcomers lead to the one page that has all of it. */
import { Screen, useLocation, useNavigate, useT } from '@atrium/sdk/web'
import { useEffect, useState } from 'react'

export default function Redirect() {
  const t = useT()
  const navigate = useNavigate()
  // the address it was opened by: it changes before this screen is gone
  const [path] = useState(useLocation())
  const part = path.split('/')[3]
  // what others bring is called as they are
  const tab = part ? `?tab=${part === 'access' ? 'newcomers' : part}` : ''
  useEffect(() => navigate(`/settings/onboarding${tab}`, { replace: true }), [navigate, tab])
  return (
    <Screen name="invitations/Redirect" title={t('admin.onboarding')}>
      {null}
    </Screen>
  )
}

/** The older address of the list of files. */
import { Screen, useNavigate, useT } from '@atrium/sdk/web'
import { useEffect } from 'react'

export default function AttachedFiles() {
  const navigate = useNavigate()
  const t = useT()
  useEffect(() => navigate('/settings/files', { replace: true }), [navigate])
  return (
    <Screen name="media/AttachedFiles" title={t('admin.files')}>
      {null}
    </Screen>
  )
}

/** One space in the settings. */
import { useParams, useT } from '@atrium/sdk/web'
import { SpaceEditor } from '../components/SpaceEditor.tsx'

export default function AdminSpace() {
  const t = useT()
  const { id } = useParams<{ id: string }>()
  return <SpaceEditor key={id} screen="spaces/AdminSpace" id={id} back={() => ({ to: '/settings/spaces', label: t('admin.title') })} />
}

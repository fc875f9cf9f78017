/** One space in the settings: `/settings/spaces/new`, `/settings/spaces/12`. */
import { useParams, useT } from '@atrium/sdk/web'
import { SpaceEditor } from '../components/SpaceEditor.tsx'

export default function AdminSpace() {
  const t = useT()
  const { id } = useParams<{ id: string }>()
  return <SpaceEditor key={id} screen="spaces/AdminSpace" id={id === 'new' ? null : id} back={() => ({ to: '/settings/spaces', label: t('admin.title') })} />
}

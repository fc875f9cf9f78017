/** One space for those who run it without running the community. */
import { useParams, useT } from '@atrium/sdk/web'
import { SpaceEditor } from '../components/SpaceEditor.tsx'

export default function SpaceSettings() {
  const t = useT()
  const { id } = useParams<{ id: string }>()
  return (
    <SpaceEditor
      key={id}
      screen="spaces/SpaceSettings"
      id={id}
      back={(space) => (space ? { to: `/c/${space.slug}`, label: space.name } : { to: '/space_groups', label: t('groups.title') })}
    />
  )
}

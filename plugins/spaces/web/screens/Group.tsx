/** One group and its spaces. */
import { EmptyState, LinkButton, useT } from '@atrium/sdk/web'
import { GroupScreen } from '../components/GroupScreen.tsx'
import { SpaceGrid } from '../components/SpaceCard.tsx'

export default function Group() {
  const t = useT()
  return (
    <GroupScreen
      name="spaces/Group"
      layout="wide"
      title={(group) => group.name}
      back={() => ({ to: '/space_groups', label: t('groups.title') })}
      actions={(group) => (
        <>
          {group.policies.can_add_members && (
            <LinkButton icon="user-plus" to={`/s/${group.slug}/invite`}>
              {t('group.invite')}
            </LinkButton>
          )}
          {group.policies.can_manage_space_group && (
            <LinkButton icon="settings" to={`/s/${group.slug}/settings`}>
              {t('group.settings')}
            </LinkButton>
          )}
          {group.policies.can_create_space && (
            <LinkButton variant="primary" icon="plus" to={`/spaces/new?group=${group.id}`}>
              {t('space.new')}
            </LinkButton>
          )}
        </>
      )}
    >
      {(_group, spaces) =>
        spaces.length ? <SpaceGrid spaces={spaces} /> : <EmptyState icon="layout-grid" title={t('group.empty')} text={t('group.emptyText')} />
      }
    </GroupScreen>
  )
}

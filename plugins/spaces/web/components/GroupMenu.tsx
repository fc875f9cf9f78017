/** What the ⋯ of a group in the sidebar opens. */
import { Menu, type MenuProps, useT } from '@atrium/sdk/web'
import type { SpaceGroup } from '../../contract.ts'
import { useActs } from './useActs.tsx'

export function GroupMenu({ group, ...menu }: { group: SpaceGroup } & Pick<MenuProps, 'trigger' | 'opened'>) {
  const t = useT()
  const { deleteGroup } = useActs()
  const { can_manage_space_group: manages, can_add_members: adds } = group.policies
  return (
    <Menu
      {...menu}
      items={[
        { label: t('group.open'), icon: 'layout-grid', to: `/s/${group.slug}` },
        adds && { label: t('group.invite'), icon: 'user-plus', to: `/s/${group.slug}/invite` },
        manages && { label: t('group.settings'), icon: 'settings', to: `/s/${group.slug}/settings` },
        manages && '-',
        manages && { label: t('delete.groupAction'), icon: 'trash-2', tone: 'danger', onSelect: () => void deleteGroup(group) },
      ]}
    />
  )
}

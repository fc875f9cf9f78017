/** What the ⋯ of a space in the sidebar opens. */
import { Menu, type MenuProps, useT } from '@atrium/sdk/web'
import type { SpaceRecord } from '../../contract.ts'
import { useActs } from './useActs.tsx'

export function SpaceMenu({ space, ...menu }: { space: SpaceRecord } & Pick<MenuProps, 'trigger' | 'opened'>) {
  const t = useT()
  const { deleteSpace, duplicateSpace, leaveSpace, markRead, copyLink } = useActs()
  const { policies } = space
  return (
    <Menu
      {...menu}
      items={[
        space.unread_content_count > 0 && { label: t('menu.markRead'), icon: 'check-check', onSelect: () => void markRead(space) },
        { label: t('link.copy'), icon: 'link', onSelect: () => void copyLink(`/c/${space.slug}`) },
        policies.can_manage_space && { label: t('menu.settings'), icon: 'settings', to: `/spaces/${space.id}/settings` },
        policies.can_destroy_space && { label: t('menu.duplicate'), icon: 'copy', onSelect: () => void duplicateSpace(space) },
        policies.can_leave_space && { label: t('leave.action'), icon: 'log-out', onSelect: () => void leaveSpace(space) },
        policies.can_destroy_space && '-',
        policies.can_destroy_space && { label: t('delete.action'), icon: 'trash-2', tone: 'danger', onSelect: () => void deleteSpace(space) },
      ]}
    />
  )
}

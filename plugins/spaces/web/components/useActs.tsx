/** Acts on spaces and groups that several places offer: deleting asks first, naming the thing. */
import { call, Slot, toast, useConfirm, useNavigate, useT, useWrite, useCopy } from '@atrium/sdk/web'
import contract, { type SpaceGroup, type SpaceRecord } from '../../contract.ts'

export function useActs() {
  const t = useT()
  const toClipboard = useCopy()
  const confirm = useConfirm()
  const navigate = useNavigate()
  const failed = { invalidates: [contract], onError: (error: Error) => toast.error(error.message) }
  const remove = useWrite(contract.routes.destroy, failed)
  const removeGroup = useWrite(contract.routes.destroyGroup, failed)
  const duplicate = useWrite(contract.routes.duplicate, failed)
  const leave = useWrite(contract.routes.leave, failed)
  const read = useWrite(contract.routes.resetUnreadCount, failed)
  return {
    async deleteSpace(space: Pick<SpaceRecord, 'id' | 'name' | 'posts_count' | 'members_count'>, then?: () => void) {
      const lost = { posts: t('posts.count', { count: space.posts_count }), members: t('members.count', { count: space.members_count ?? 0 }) }
      const yes = await confirm({
        title: t('delete.space', { name: space.name }),
        text: t(space.posts_count > 0 ? 'delete.spaceText' : 'delete.spaceTextAll', lost),
        action: t('delete.action'),
        tone: 'danger',
      })
      if (!yes) return
      await remove.mutateAsync({ params: { id: space.id } }).then(
        () => {
          toast.success(t('delete.done', { name: space.name }))
          then?.()
        },
        () => {},
      )
    },
    async deleteGroup(group: Pick<SpaceGroup, 'id' | 'name'>, then?: () => void) {
      const yes = await confirm({
        title: t('delete.group', { name: group.name }),
        text: t('delete.groupText'),
        action: t('delete.groupAction'),
        tone: 'danger',
      })
      if (!yes) return
      await removeGroup.mutateAsync({ params: { id: group.id } }).then(
        () => {
          toast.success(t('delete.done', { name: group.name }))
          then?.()
        },
        () => {},
      )
    },
    async leaveSpace(space: Pick<SpaceRecord, 'id' | 'name' | 'is_private' | 'is_hidden'>) {
      // a secret space is not found any more by who has left it
      const given = space.is_private && !space.is_hidden && (await call(contract.routes.admission, { params: { id: space.id } }).catch(() => null))?.is_given
      const yes = await confirm({
        title: t('leave.title', { name: space.name }),
        text: (
          <>
            {t(given ? 'leave.given' : space.is_private ? 'leave.private' : 'leave.public')}
            <Slot of={contract.slots['space.leaving']} props={{ spaceId: space.id }} />
          </>
        ),
        action: t('leave.action'),
        tone: space.is_private && !given ? 'danger' : 'primary',
      })
      if (yes) await leave.mutateAsync({ params: { id: space.id } }).catch(() => {})
    },
    duplicateSpace: (space: Pick<SpaceRecord, 'id'>) =>
      duplicate.mutateAsync({ params: { id: space.id } }).then(
        ({ space: copy }) => navigate(`/spaces/${copy.id}/settings`),
        () => {},
      ),
    markRead: (space: Pick<SpaceRecord, 'id'>) => read.mutateAsync({ params: { id: space.id } }).catch(() => {}),
    copyLink: (path: string) => toClipboard(new URL(path, location.origin).href),
  }
}

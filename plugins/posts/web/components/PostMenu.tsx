/** The ⋯ of a post: what its policies allow this reader. */
import { call, IconButton, Menu, toast, useConfirm, useNavigate, useQueryCache, useT } from '@atrium/sdk/web'
import contract, { type PostReply } from '../../contract.ts'

export function PostMenu({ post, onDeleted }: { post: PostReply; onDeleted?: () => void }) {
  const t = useT()
  const confirm = useConfirm()
  const navigate = useNavigate()
  const cache = useQueryCache()
  const { policies } = post
  const params = { spaceId: post.space_id, postSlug: post.slug }
  const refresh = () => cache.invalidate(contract)

  const act = async (work: () => Promise<unknown>, said: string) => {
    try {
      await work()
      refresh()
      toast.success(said)
    } catch (error) {
      toast.error((error as Error).message)
    }
  }
  const remove = async () => {
    if (
      !(await confirm({ title: t('menu.delete_title', { name: post.display_title }), text: t('menu.delete_text'), action: t('menu.delete'), tone: 'danger' }))
    )
      return
    try {
      await call(contract.routes.destroy, { params })
    } catch (error) {
      toast.error((error as Error).message)
      return
    }
    onDeleted?.()
    refresh()
    toast.undo(t('menu.deleted'), { onUndo: () => act(() => call(contract.routes.restore, { params }), t('menu.restored')) })
  }

  return (
    <Menu
      align="end"
      trigger={<IconButton icon="ellipsis" label={t('menu.open')} />}
      items={[
        ...(policies.can_update_post ? [{ label: t('menu.edit'), icon: 'pencil' as const, onSelect: () => navigate(`${post.url}/edit`) }] : []),
        {
          label: t('menu.copy'),
          icon: 'link' as const,
          onSelect: () => void navigator.clipboard.writeText(`${location.origin}${post.url}`).then(() => toast.success(t('menu.copied'))),
        },
        ...(policies.can_manage_post && post.status === 'published'
          ? [
              post.is_pinned_at_top_of_space
                ? { label: t('menu.unpin'), icon: 'pin-off' as const, onSelect: () => act(() => call(contract.routes.unpin, { params }), t('menu.unpinned')) }
                : { label: t('menu.pin'), icon: 'pin' as const, onSelect: () => act(() => call(contract.routes.pin, { params }), t('menu.pinned')) },
            ]
          : []),
        ...(policies.can_duplicate_post
          ? [
              {
                label: t('menu.duplicate'),
                icon: 'copy' as const,
                onSelect: () =>
                  call(contract.routes.duplicate, { params }).then(
                    (copy) => navigate(`${copy.url}/edit`),
                    (error: Error) => toast.error(error.message),
                  ),
              },
            ]
          : []),
        ...(policies.can_destroy_post ? ['-' as const, { label: t('menu.delete'), icon: 'trash-2' as const, tone: 'danger' as const, onSelect: remove }] : []),
      ]}
    />
  )
}

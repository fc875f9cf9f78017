/** What the ⋯ of a post opens: what its policies allow this reader. */
import {
  call,
  Menu,
  type MenuProps,
  Slot,
  useSlotAhead,
  useSlotFilled,
  toast,
  useConfirm,
  useNavigate,
  useQueryCache,
  useSession,
  useT,
  useCopy,
} from '@atrium/sdk/web'
import { lazy, Suspense, useState } from 'react'
import content, { type RemovalReason } from '../../../content/contract.ts'
import contract, { type PostReply } from '../../contract.ts'

const History = lazy(() => import('./History.tsx').then((module) => ({ default: module.History })))
const Move = lazy(() => import('./dialogs.tsx').then((module) => ({ default: module.Move })))
const Share = lazy(() => import('./dialogs.tsx').then((module) => ({ default: module.Share })))
const DIALOGS = { history: History, move: Move, share: Share }

export interface PostActsProps {
  post: PostReply
  onDeleted?: () => void
}
export function PostActs({ post, onDeleted, ...menu }: PostActsProps & Pick<MenuProps, 'trigger' | 'opened'>) {
  const t = useT()
  const toClipboard = useCopy()
  const confirm = useConfirm()
  const navigate = useNavigate()
  const cache = useQueryCache()
  const [open, setOpen] = useState<keyof typeof DIALOGS | null>(null)
  const [busy, setBusy] = useState(false)
  const ahead = useSlotAhead(content.slots['record.menu'])
  const asksWhy = useSlotFilled(content.slots['record.removing'])
  const isOthers = useSession().member?.id !== post.author.id
  const [removing, setRemoving] = useState(false)
  const { policies } = post
  const params = { spaceId: post.space_id, postSlug: post.slug }
  const refresh = () => void cache.invalidate(contract)

  const act = async (work: () => Promise<unknown>, said: string) => {
    if (busy) return
    setBusy(true)
    try {
      await work()
      refresh()
      toast.success(said)
    } catch (error) {
      toast.error((error as Error).message)
    } finally {
      setBusy(false)
    }
  }
  const remove = async () => {
    if (isOthers && asksWhy) return setRemoving(true)
    if (
      !(await confirm({ title: t('menu.delete_title', { name: post.display_title }), text: t('menu.delete_text'), action: t('menu.delete'), tone: 'danger' }))
    )
      return
    await send({ reason: '' })
  }
  const send = async (why: RemovalReason) => {
    try {
      await call(contract.routes.destroy, { params, query: why })
    } catch (error) {
      toast.error((error as Error).message)
      return
    }
    onDeleted?.()
    refresh()
    toast.undo(t('menu.deleted'), { onUndo: () => act(() => call(contract.routes.restore, { params }), t('menu.restored')) })
  }
  const copyLink = () => toClipboard(`${location.origin}${post.url}`)
  const out = post.status === 'published'
  const hidden = post.hide_from_featured_areas
  const Chosen = open && DIALOGS[open]
  return (
    <>
      <Menu
        ahead={ahead}
        {...menu}
        align="end"
        items={[
          policies.can_update_post && { label: t('menu.edit'), icon: 'pencil', onSelect: () => navigate(`/c/${post.space.slug}/${post.slug}/edit`) },
          { label: t('menu.copy'), icon: 'link', onSelect: () => void copyLink() },
          policies.can_update_post && out && { label: t('menu.share'), icon: 'globe', onSelect: () => setOpen('share') },
          policies.can_update_post && { label: t('menu.history'), icon: 'history', onSelect: () => setOpen('history') },
          policies.can_manage_post &&
            out &&
            (post.is_pinned_at_top_of_space
              ? { label: t('menu.unpin'), icon: 'pin-off', onSelect: () => void act(() => call(contract.routes.unpin, { params }), t('menu.unpinned')) }
              : { label: t('menu.pin'), icon: 'pin', onSelect: () => void act(() => call(contract.routes.pin, { params }), t('menu.pinned')) }),
          policies.can_duplicate_post && { label: t('menu.duplicate'), icon: 'copy', to: `/c/${post.space.slug}/${post.slug}/new_duplicate` },
          policies.can_update_post && { label: t('menu.move'), icon: 'move', onSelect: () => setOpen('move') },
          policies.can_manage_post &&
            out && {
              label: t(hidden ? 'menu.feature' : 'menu.unfeature'),
              icon: hidden ? 'eye' : 'eye-off',
              onSelect: () =>
                void act(
                  () => call(hidden ? contract.routes.showInFeaturedAreas : contract.routes.hideInFeaturedAreas, { params }),
                  t(hidden ? 'menu.featured' : 'menu.unfeatured'),
                ),
            },
          policies.can_destroy_post && '-',
          policies.can_update_post &&
            out && {
              label: t('menu.unpublish'),
              icon: 'undo-2',
              onSelect: () => void act(() => call(contract.routes.update, { params, body: { post: { status: 'draft' } } }), t('menu.unpublished')),
            },
          policies.can_destroy_post && { label: t('menu.delete'), icon: 'trash-2', tone: 'danger', onSelect: () => void remove() },
          policies.can_report_post && { content: <Slot of={content.slots['record.menu']} props={{ kind: 'post', id: post.id }} /> },
        ]}
      />
      {removing && (
        <Slot
          of={content.slots['record.removing']}
          props={{ kind: 'post', id: post.id, name: post.author.name, onRemove: send, onClose: () => setRemoving(false) }}
        />
      )}
      {Chosen && (
        <Suspense fallback={null}>
          <Chosen post={post} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  )
}

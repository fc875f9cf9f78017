/** What else one does with a person: copy the link, mute, block, edit, and what other plugins bring. */
import { IconButton, Menu, Slot, toast, useConfirm, useNavigate, useSession, useSlotAhead, useT, useWrite, useCopy } from '@atrium/sdk/web'
import contract, { type Profile } from '../../contract.ts'

const { routes } = contract

export function PersonMenu({ profile }: { profile: Profile }) {
  const t = useT()
  const toClipboard = useCopy()
  const confirm = useConfirm()
  const navigate = useNavigate()
  const { member, viewOnly } = useSession()
  const { id, name } = profile
  const options = { invalidates: [routes.profile, routes.list, routes.boundaries, routes.connections], onError: (error: Error) => toast.error(error.message) }
  const keepAway = useWrite(routes.createBoundary, options)
  const letNear = useWrite(routes.destroyBoundary, options)
  const copy = () => toClipboard(new URL(`/u/${profile.public_uid}`, location.origin).href)
  const mute = async () => {
    if (profile.is_muted) {
      await letNear.mutateAsync({ params: { kind: 'mute', id } })
      toast.success(t('mute.ended', { name }))
    } else {
      await keepAway.mutateAsync({ body: { community_member_id: id, kind: 'mute' } })
      toast.success(t('mute.done', { name }))
    }
  }
  const block = async () => {
    if (!(await confirm({ title: t('block.title', { name }), text: t('block.text'), action: t('block.action'), tone: 'danger' }))) return
    await keepAway.mutateAsync({ body: { community_member_id: id, kind: 'block' } })
    toast.undo(t('block.done', { name }), { onUndo: () => letNear.mutate({ params: { kind: 'block', id } }) })
    navigate('/members')
  }
  const ahead = useSlotAhead(contract.slots['profile.menu'])
  const mayShun = member !== null && member.id !== id && !viewOnly
  return (
    <Menu
      trigger={<IconButton icon="ellipsis" label={t('menu.open', { name })} />}
      ahead={ahead}
      items={[
        { label: t('menu.copy'), icon: 'link', onSelect: () => void copy() },
        profile.policies.can_edit && { label: t('menu.edit'), icon: 'pencil', to: `/members/edit/${id}` },
        mayShun && {
          label: t(profile.is_muted ? 'mute.end' : 'mute.action'),
          icon: profile.is_muted ? 'bell' : 'bell-off',
          onSelect: () => void mute().catch(() => {}),
        },
        profile.policies.can_block && { label: t('block.action'), icon: 'ban', tone: 'danger', onSelect: () => void block().catch(() => {}) },
        { content: <Slot of={contract.slots['profile.menu']} props={{ memberId: id, name }} /> },
      ]}
    />
  )
}

/** In the menu of a profile: ban, deactivate and delete, for those who may. */
import members, { type OfMember } from '../../../members/contract.ts'
import { MenuEntry, toast, useConfirm, useSession, useT, useWrite } from '@atrium/sdk/web'
import contract from '../../contract.ts'
import { ask } from '../components/leaving.ts'

export default function Leaving({ memberId, name }: OfMember) {
  const t = useT()
  const confirm = useConfirm()
  const { can, member } = useSession()
  const deactivate = useWrite(contract.routes.deactivate, {
    invalidates: [contract, members],
    onSuccess: () => toast.success(t('deactivate.done', { name })),
    onError: (error) => toast.error(error.message),
  })
  if (!can('archive.manage') || member?.id === memberId) return null
  const askDeactivate = async () => {
    const asked = {
      title: t('deactivate.title', { name }),
      text: t('deactivate.text', { name }),
      action: t('deactivate.action', { name }),
      tone: 'danger',
    } as const
    if (await confirm(asked)) deactivate.mutate({ params: { id: memberId } })
  }
  return (
    <>
      <MenuEntry icon="user-minus" label={t('leaving.deactivate')} onSelect={() => void askDeactivate()} />
      <MenuEntry icon="ban" label={t('leaving.ban')} tone="danger" onSelect={() => ask({ kind: 'ban', memberId })} />
      <MenuEntry icon="trash-2" label={t('leaving.delete')} tone="danger" onSelect={() => ask({ kind: 'delete', memberId })} />
    </>
  )
}

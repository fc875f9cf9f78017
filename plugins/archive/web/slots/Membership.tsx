/** On the page of a person in the audience: whether they are a member, and the ways out and back. */
import { Badge, Button, Card, LinkButton, toast, useConfirm, useNavigate, useSession, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import audience, { type OfPerson } from '../../../audience/contract.ts'
import contract from '../../contract.ts'
import { DeleteDialog } from '../components/LeaveDialogs.tsx'

const TONES = { active: 'success', invited: 'neutral', deactivated: 'neutral', banned: 'danger', contact: 'neutral' } as const

export default function Membership({ memberId, name, status }: OfPerson) {
  const t = useT()
  const confirm = useConfirm()
  const navigate = useNavigate()
  const { can, member } = useSession()
  const [deleting, setDeleting] = useState(false)
  const told = (key: string) => ({
    invalidates: [contract, audience],
    onSuccess: () => toast.success(t(key, { name })),
    onError: (error: Error) => toast.error(error.message),
  })
  const deactivate = useWrite(contract.routes.deactivate, told('deactivate.done'))
  const reactivate = useWrite(contract.routes.reactivate, told('reactivate.done'))
  if (memberId === null || !can('archive.manage') || member?.id === memberId) return null
  const params = { id: memberId }
  const askDeactivate = async () => {
    const words = {
      title: t('deactivate.title', { name }),
      text: t('deactivate.text', { name }),
      action: t('deactivate.action', { name }),
      tone: 'danger',
    } as const
    if (await confirm(words)) deactivate.mutate({ params })
  }
  return (
    <Card pad className="grid gap-3">
      <h2 className="flex items-center gap-2 text-14 font-semibold">
        {t('membership.title')} <Badge tone={TONES[status]}>{t(`membership.${status}`)}</Badge>
      </h2>
      <p className="text-14 text-text-2">{t(`membership.${status}_text`, { name })}</p>
      <div className="flex flex-wrap gap-2">
        {status === 'deactivated' && (
          <Button variant="primary" icon="user-plus" loading={reactivate.isPending} onClick={() => reactivate.mutate({ params })}>
            {t('leaving.reactivate')}
          </Button>
        )}
        {status === 'banned' && (
          <LinkButton icon="ban" to="/settings/bans">
            {t('membership.bans')}
          </LinkButton>
        )}
        {status === 'active' && (
          <Button icon="user-minus" loading={deactivate.isPending} onClick={() => void askDeactivate()}>
            {t('leaving.deactivate')}
          </Button>
        )}
        {status !== 'invited' && (
          <Button icon="trash-2" variant="danger-ghost" onClick={() => setDeleting(true)}>
            {t('leaving.delete')}
          </Button>
        )}
      </div>
      {deleting && <DeleteDialog memberId={memberId} name={name} onClose={() => setDeleting(false)} onDeleted={() => navigate('/audience/manage')} />}
    </Card>
  )
}

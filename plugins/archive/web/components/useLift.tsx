/** Lifts a ban once it is asked: from the list of bans, from the profile, and from the person's page. */
import shell from '@atrium/sdk/kernel/shell'
import { Slot, useAskedWrite, useT } from '@atrium/sdk/web'
import audience from '../../../audience/contract.ts'
import members from '../../../members/contract.ts'
import contract from '../../contract.ts'

interface Lifted {
  id: number
  until: string | null
  member: { id: number; name: string }
}
export function useLift({ id, until, member: { id: memberId, name } }: Lifted) {
  const t = useT()
  const lift = useAskedWrite(contract.routes.lift, [contract.routes.bans, members.routes.profile, audience])
  const text = (
    <div className="grid gap-4">
      {t('bans.lift_text', { name })}
      <Slot of={shell.slots['account.leaving']} props={{ at: null, member: { id: memberId, name, how: 'back', until } }} />
    </div>
  )
  return () =>
    lift({ params: { id } }, { title: t('bans.lift_title', { name }), text, action: t('bans.lift_action'), tone: 'primary' }, t('bans.lifted', { name }))
}

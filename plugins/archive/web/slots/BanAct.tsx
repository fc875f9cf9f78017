/** Among what can be done with a person: the dialog that bans them. */
import { Button, useSession, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import type { OfPerson } from '../../../audience/contract.ts'
import { BanDialog } from '../components/LeaveDialogs.tsx'

export default function BanAct({ memberId, name, status }: OfPerson) {
  const t = useT()
  const { can, member } = useSession()
  const [open, setOpen] = useState(false)
  if (memberId === null || status !== 'active' || !can('archive.manage') || member?.id === memberId) return null
  return (
    <>
      <Button icon="ban" variant="danger-ghost" onClick={() => setOpen(true)}>
        {t('leaving.ban')}
      </Button>
      {open && <BanDialog memberId={memberId} name={name} onClose={() => setOpen(false)} />}
    </>
  )
}

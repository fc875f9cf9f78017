/** Among what can be done with a person: the dialog that bans them; until when and why they are banned, and the way back. */
import { Button, Time, useRead, useSession, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import type { OfPerson } from '../../../audience/contract.ts'
import contract, { type Ban } from '../../contract.ts'
import { BanDialog } from '../components/LeaveDialogs.tsx'
import { useLift } from '../components/useLift.tsx'

export default function BanAct({ memberId, name, status }: OfPerson) {
  const { can, member } = useSession()
  if (memberId === null || !can('archive.manage') || member?.id === memberId) return null
  if (status === 'banned') return <Banned memberId={memberId} />
  return status === 'active' && <Act memberId={memberId} name={name} />
}

function Act({ memberId, name }: { memberId: number; name: string }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon="ban" variant="danger-ghost" onClick={() => setOpen(true)}>
        {t('leaving.ban')}
      </Button>
      {open && <BanDialog memberId={memberId} name={name} onClose={() => setOpen(false)} />}
    </>
  )
}

function Banned({ memberId }: { memberId: number }) {
  const { data } = useRead(contract.routes.bans, { query: { community_member_id: memberId, per_page: 1 } })
  const ban = data?.records[0]
  return ban ? <Lift ban={ban} /> : null
}
function Lift({ ban: { id, member, reason, ends_at } }: { ban: Ban }) {
  const t = useT()
  const ask = useLift({ id, until: ends_at, member })
  return (
    <>
      <Button icon="undo-2" onClick={() => void ask()}>
        {t('bans.lift')}
      </Button>
      <p className="w-full text-13 text-text-2 wrap-anywhere">
        {ends_at ? (
          <>
            {t('profile.banned_until')} <Time within value={ends_at} kind="datetime" />
          </>
        ) : (
          t('bans.for_good')
        )}
        {' · '}
        {t('banned.reason', { reason })}
      </p>
    </>
  )
}

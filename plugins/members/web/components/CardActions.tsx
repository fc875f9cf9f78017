/** What one does with somebody straight from the directory: write, connect. */
import { Slot, useSession } from '@atrium/sdk/web'
import contract, { type DirectoryMember } from '../../contract.ts'
import { Connect } from './Connect.tsx'

export function CardActions({ member, className = '' }: { member: DirectoryMember; className?: string }) {
  const { member: me } = useSession()
  if (!me || me.id === member.id) return null
  return (
    // above the link that covers the whole card
    <div className={`relative z-10 flex flex-wrap items-center gap-2 ${className}`}>
      {member.can_receive_dm_from_current_member && (
        <Slot of={contract.slots['profile.actions']} props={{ memberId: member.id, name: member.name, compact: true }} />
      )}
      <Connect memberId={member.id} name={member.name} connection={member.connection} canConnect={member.can_connect} size="sm" />
    </div>
  )
}

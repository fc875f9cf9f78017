/** What one does with somebody straight from the directory: write, connect. */
import { LinkButton, Slot, useSession, useT } from '@atrium/sdk/web'
import contract, { type DirectoryMember } from '../../contract.ts'
import { Connect } from './Connect.tsx'

export function CardActions({ member, className = '' }: { member: DirectoryMember; className?: string }) {
  const { member: me } = useSession()
  const t = useT()
  if (!me) return null
  // one's own card has its act too
  if (me.id === member.id)
    return (
      <div className={`relative z-10 ${className}`}>
        <LinkButton size="sm" icon="pencil" to="/account">
          {t('profile.edit')}
        </LinkButton>
      </div>
    )
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

/** Adds members to a group. */
import { Card, useNavigate, useT } from '@atrium/sdk/web'
import { AddMembersForm } from '../components/AddMembers.tsx'
import { GroupScreen } from '../components/GroupScreen.tsx'

export default function GroupInvite() {
  const t = useT()
  const navigate = useNavigate()
  return (
    <GroupScreen
      name="spaces/GroupInvite"
      title={(group) => t('add.title', { name: group.name })}
      back={(group) => ({ to: `/s/${group.slug}`, label: group.name })}
      allowed={(group) => group.policies.can_add_members}
    >
      {(group) => (
        <Card pad>
          <AddMembersForm where={{ group }} onDone={() => navigate(`/s/${group.slug}`)} />
        </Card>
      )}
    </GroupScreen>
  )
}

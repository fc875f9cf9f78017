/** Brings people into a group, and shows who is in it. */
import { Card, LinkButton, useT } from '@atrium/sdk/web'
import { BringPeople } from '../components/AddMembers.tsx'
import { GroupScreen } from '../components/GroupScreen.tsx'
import { MemberList } from '../components/MemberList.tsx'

export default function GroupInvite() {
  const t = useT()
  return (
    <GroupScreen
      name="spaces/GroupInvite"
      title={(group) => t('add.title', { name: group.name })}
      back={(group) => ({ to: `/s/${group.slug}`, label: group.name })}
      allowed={(group) => group.policies.can_add_members}
    >
      {(group) => (
        <div className="grid gap-6">
          <Card pad>
            <BringPeople where={{ group }} manages={group.policies.can_add_members} />
          </Card>
          <section aria-labelledby="group-members">
            <div className="mb-3 flex items-center gap-3">
              <h2 id="group-members" className="flex-1 text-17">
                {t('group.members', { count: group.space_group_members_count ?? 0 })}
              </h2>
              {group.policies.can_export_members && (
                // A download is the browser's affair, not the router's.
                <LinkButton variant="ghost" icon="download" to={`/s/${group.slug}/members.csv`} download>
                  {t('members.export')}
                </LinkButton>
              )}
            </div>
            <MemberList where={{ group }} />
          </section>
        </div>
      )}
    </GroupScreen>
  )
}

/** Settings of a group, and its end. */
import { Button, Card, SettingRow, SettingsForm, useNavigate, useSession, useT } from '@atrium/sdk/web'
import contract from '../../contract.ts'
import { GroupScreen } from '../components/GroupScreen.tsx'
import { useActs } from '../components/useActs.tsx'

export default function GroupSettings() {
  const t = useT()
  const { can } = useSession()
  const navigate = useNavigate()
  const { deleteGroup } = useActs()
  return (
    <GroupScreen
      name="spaces/GroupSettings"
      title={(group) => t('group.settingsOf', { name: group.name })}
      back={(group) => ({ to: `/s/${group.slug}`, label: group.name })}
      allowed={() => can('spaces.manage')}
    >
      {(group) => (
        <div className="grid gap-6">
          <SettingsForm
            key={group.id}
            saved={group}
            save={contract.routes.updateGroup}
            params={{ id: group.id }}
            words="group.form"
            sections={[
              { fields: ['name', 'slug'] },
              {
                fields: [
                  'is_hidden_from_non_members',
                  'hide_non_member_spaces_from_sidebar',
                  'hide_members_count',
                  'allow_members_to_create_spaces',
                  'automatically_add_members_to_new_spaces',
                  'add_members_to_space_group_on_space_join',
                ],
              },
            ]}
            onSaved={({ slug }) => slug !== group.slug && navigate(`/s/${slug}/settings`, { replace: true })}
          />
          <Card>
            <SettingRow
              title={t('delete.groupAction')}
              text={t('delete.groupText')}
              control={
                <Button variant="danger-ghost" icon="trash-2" onClick={() => void deleteGroup(group, () => navigate('/space_groups'))}>
                  {t('delete.groupAction')}
                </Button>
              }
            />
          </Card>
        </div>
      )}
    </GroupScreen>
  )
}

/** Settings of a group, and its end. */
import { Button, Card, SettingRow, toast, useNavigate, useSession, useT, useWrite } from '@atrium/sdk/web'
import contract from '../../contract.ts'
import { GroupForm, valuesOf } from '../components/GroupForm.tsx'
import { GroupScreen } from '../components/GroupScreen.tsx'
import { useActs } from '../components/useActs.tsx'

export default function GroupSettings() {
  const t = useT()
  const { can } = useSession()
  const navigate = useNavigate()
  const { deleteGroup } = useActs()
  const update = useWrite(contract.routes.updateGroup, {
    invalidates: [contract],
    onSuccess: (group) => {
      toast.success(t('saved'))
      navigate(`/s/${group.slug}`)
    },
  })
  return (
    <GroupScreen
      name="spaces/GroupSettings"
      title={(group) => t('group.settingsOf', { name: group.name })}
      back={(group) => ({ to: `/s/${group.slug}`, label: group.name })}
      allowed={() => can('spaces.manage')}
    >
      {(group) => (
        <div className="grid gap-6">
          <GroupForm
            key={group.id}
            initial={valuesOf(group)}
            action={t('save')}
            error={update.error}
            saving={update.isPending}
            onSave={({ slug, ...values }) => update.mutateAsync({ params: { id: group.id }, body: { ...values, ...(slug ? { slug } : {}) } })}
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

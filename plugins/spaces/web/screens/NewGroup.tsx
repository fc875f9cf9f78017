/** Makes a group. */
import { NotAllowed, PageHeader, Screen, useNavigate, useSession, useT, useWrite } from '@atrium/sdk/web'
import contract from '../../contract.ts'
import { EMPTY_GROUP, GroupForm } from '../components/GroupForm.tsx'

export default function NewGroup() {
  const t = useT()
  const { can } = useSession()
  const navigate = useNavigate()
  const create = useWrite(contract.routes.createGroup, { invalidates: [contract], onSuccess: (group) => navigate(`/s/${group.slug}`) })
  return (
    <Screen name="spaces/NewGroup" title={t('group.new')}>
      {can('spaces.manage') ? (
        <>
          <PageHeader title={t('group.new')} back={{ to: '/space_groups', label: t('groups.title') }} />
          <GroupForm
            initial={EMPTY_GROUP}
            action={t('group.create')}
            error={create.error}
            saving={create.isPending}
            onSave={({ slug, ...values }) => create.mutateAsync({ body: { ...values, ...(slug ? { slug } : {}) } })}
          />
        </>
      ) : (
        <NotAllowed />
      )}
    </Screen>
  )
}

/** Putting a group away, and taking it out again; the first asks, as its members lose what it gave. */
import { toast, useConfirm, useT, useWrite } from '@atrium/sdk/web'
import contract, { type AccessGroup } from '../../contract.ts'

export function useArchive() {
  const t = useT()
  const confirm = useConfirm()
  const away = useWrite(contract.routes.archiveGroup, { invalidates: [contract] })
  const back = useWrite(contract.routes.unarchiveGroup, { invalidates: [contract] })
  const said = (key: string) => [() => toast.success(t(key)), (error: Error) => toast.error(error.message)] as const
  return {
    async archive({ id, name, members_count }: AccessGroup) {
      const text = t('groups.archiveText', { count: members_count })
      if (!(await confirm({ title: t('groups.archiveTitle', { name }), text, action: t('groups.archive'), tone: 'danger' }))) return
      await away.mutateAsync({ params: { id } }).then(...said('groups.archivedDone'))
    },
    bringBack: ({ id }: AccessGroup) => back.mutateAsync({ params: { id } }).then(...said('groups.unarchivedDone')),
  }
}

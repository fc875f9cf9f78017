/** Deletes a record of the set-up, once that was asked. */
import { type Contract, messageOf, type Route, toast, useConfirm, useT, useWrite } from '@atrium/sdk/web'
import contract from '../../../contract.ts'

const { routes } = contract
type Deleting = typeof routes.destroyTeam | typeof routes.destroyRule | typeof routes.destroyReply | typeof routes.destroyTag

export function useDelete(route: Deleting, invalidates: readonly (Route<any, any> | Pick<Contract, 'id'>)[]) {
  const t = useT()
  const confirm = useConfirm()
  const write = useWrite(route, { invalidates, onError: (error) => toast.error(messageOf(error, t('failed'))) })
  return async (id: number, title: string, text: string, name: string) => {
    if (!(await confirm({ title, text, action: t('setup.delete'), tone: 'danger' }))) return
    await write.mutateAsync({ params: { id } }).then(
      () => toast.success(t('setup.deleted', { name })),
      () => undefined,
    )
  }
}

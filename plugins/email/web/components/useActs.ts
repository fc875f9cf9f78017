/** What is done with a broadcast as a whole, from the list and from its page. */
import { toast, useAskedWrite, useNavigate, useT, useWrite } from '@atrium/sdk/web'
import contract, { type BroadcastRow } from '../../contract.ts'
import { pathOf } from './paths.ts'

const { routes } = contract
type Row = Pick<BroadcastRow, 'id' | 'name' | 'status'>

export const isUnderWay = ({ status }: Pick<BroadcastRow, 'status'>) => status === 'scheduled' || status === 'sending'

export function useActs() {
  const t = useT()
  const navigate = useNavigate()
  const duplicate = useWrite(routes.duplicate, {
    invalidates: [routes.list],
    onSuccess: ({ id }) => {
      toast.success(t('done.duplicated'))
      navigate(pathOf(id))
    },
    onError: (error) => toast.error(error.message),
  })
  const cancel = useAskedWrite(routes.cancelSchedule, [contract])
  const destroy = useAskedWrite(routes.destroy, [routes.list])
  const of = ({ id }: Row) => ({ params: { id } })
  return {
    duplicate: (one: Row) => duplicate.mutate(of(one)),
    cancel(one: Row) {
      const kind = one.status === 'sending' ? 'stop' : 'cancel'
      return cancel(
        of(one),
        {
          title: t(`${kind}.title`, { name: one.name }),
          text: t(`${kind}.text`),
          action: t(`${kind}.action`),
          tone: kind === 'stop' ? 'danger' : 'primary',
        },
        t(`done.${kind}`),
      )
    },
    destroy: (one: Row) =>
      destroy(of(one), { title: t('delete.title', { name: one.name }), text: t('delete.text'), action: t('delete.action') }, t('done.deleted')),
  }
}

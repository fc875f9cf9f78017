/** What is done with an endpoint and its deliveries, each with what it says afterwards. */
import { toast, useAskedWrite, useNavigate, useT, useWrite } from '@atrium/sdk/web'
import contract, { type Endpoint } from '../../contract.ts'
import { deliveryPath, LIST_PATH } from './place.ts'

const { routes } = contract
const anew = { invalidates: [contract], onError: (error: Error) => toast.error(error.message) }

export function useActs({ id, name }: Pick<Endpoint, 'id' | 'name'>) {
  const t = useT()
  const navigate = useNavigate()
  const test = useWrite(routes.test, anew)
  const wake = useWrite(routes.wake, anew)
  const turn = useWrite(routes.update, anew)
  const replay = useWrite(routes.replay, anew)
  const remove = useAskedWrite(routes.destroy, [contract])
  const renew = useAskedWrite(routes.renewSecret, [contract])
  const params = { id }
  const quietly = (work: Promise<unknown>) => void work.catch(() => {})
  return {
    isTesting: test.isPending,
    isReplaying: replay.isPending,
    isWaking: wake.isPending,
    test: () => quietly(test.mutateAsync({ params }).then((made) => navigate(deliveryPath(id, made.id)))),
    wake: () => quietly(wake.mutateAsync({ params }).then(() => toast.success(t('done.resumed')))),
    turn: (is_enabled: boolean) =>
      quietly(turn.mutateAsync({ params, body: { is_enabled } }).then(() => toast.success(t(is_enabled ? 'done.on' : 'done.off')))),
    replay: (deliveryId: number) => quietly(replay.mutateAsync({ params: { id, deliveryId } }).then(() => toast.success(t('done.replayed')))),
    remove: () =>
      remove({ params }, { title: t('delete.title', { name }), text: t('delete.text'), action: t('delete.action') }, t('done.deleted')).then(() =>
        navigate(LIST_PATH, { replace: true }),
      ),
    renew: () => renew({ params }, { title: t('renew.title'), text: t('renew.text'), action: t('renew.action'), tone: 'primary' }, t('done.renewed')),
  }
}

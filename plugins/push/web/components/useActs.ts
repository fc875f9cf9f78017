/** What is done with a broadcast as a whole, from the list and from its page. */
import { toast, useConfirm, useNavigate, useT, useWrite } from '@atrium/sdk/web'
import contract, { type Broadcast } from '../../contract.ts'
import { AT } from './paths.ts'

const { routes } = contract

export function useActs() {
  const t = useT()
  const navigate = useNavigate()
  const confirm = useConfirm()
  const options = (done: string) => ({
    invalidates: [contract],
    onSuccess: () => toast.success(t(done)),
    onError: (error: Error) => toast.error(error.message),
  })
  const duplicate = useWrite(routes.duplicate, { ...options('done.duplicated'), onSuccess: ({ id }) => navigate(`${AT}/${id}`) })
  const archive = useWrite(routes.archive, options('done.archived'))
  const restore = useWrite(routes.archive, options('done.restored'))
  const cancel = useWrite(routes.cancelSchedule, options('done.cancelled'))
  const destroy = useWrite(routes.destroy, options('done.deleted'))
  const of = ({ id }: Broadcast) => ({ params: { id } })
  return {
    duplicate: (one: Broadcast) => duplicate.mutate(of(one)),
    archive: (one: Broadcast) => (one.archived_at ? restore : archive).mutate({ ...of(one), body: { archived: one.archived_at === null } }),
    async cancel(one: Broadcast) {
      const kind = one.status === 'sending' ? 'stop' : 'cancel'
      const said = { title: t(`${kind}.title`, { title: one.title }), text: t(`${kind}.text`), action: t(`${kind}.action`) }
      if (await confirm(kind === 'stop' ? { ...said, tone: 'danger' as const } : said)) cancel.mutate(of(one))
    },
    async destroy(one: Broadcast) {
      const said = { title: t('delete.title', { title: one.title }), text: t('delete.text'), action: t('delete.action'), tone: 'danger' as const }
      if (await confirm(said)) destroy.mutate(of(one))
    },
  }
}

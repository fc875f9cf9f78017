/** Asking to connect, and what became of it, in one button. */
import { Button, type ButtonProps, Menu, toast, useConfirm, useEvent, useQueryCache, useSession, useT, useWrite } from '@atrium/sdk/web'
import contract, { type Standing } from '../../contract.ts'

const { routes } = contract
interface ConnectProps {
  memberId: number
  name: string
  connection: Standing | null
  canConnect: boolean
  size?: ButtonProps['size']
}
export function Connect({ memberId, name, connection, canConnect, size }: ConnectProps) {
  const t = useT()
  const { viewOnly } = useSession()
  const acts = useConnectionActs(name)
  if (viewOnly || (!connection && !canConnect)) return null
  if (!connection)
    return (
      <Button size={size} icon="user-plus" loading={acts.busy} onClick={() => acts.ask(memberId)}>
        {t('connect.ask')}
      </Button>
    )
  if (connection.state === 'incoming')
    return (
      <Menu
        trigger={
          <Button size={size} variant="primary" icon="user-check" loading={acts.busy}>
            {t('connect.answer')}
          </Button>
        }
        items={[
          { label: t('connect.accept'), icon: 'check', onSelect: () => void acts.accept(connection.id) },
          { label: t('connect.ignore'), icon: 'x', onSelect: () => void acts.ignore(connection.id) },
        ]}
      />
    )
  const waits = connection.state === 'outgoing'
  return (
    <Menu
      trigger={
        <Button size={size} icon={waits ? 'clock' : 'user-check'} loading={acts.busy}>
          {t(waits ? 'connect.waits' : 'connect.connected')}
        </Button>
      }
      items={[
        waits
          ? { label: t('connect.withdraw'), icon: 'undo-2', onSelect: () => void acts.withdraw(connection.id) }
          : { label: t('connect.end'), icon: 'user-minus', tone: 'danger', onSelect: () => void acts.end(connection.id) },
      ]}
    />
  )
}

/** What is on screen follows what the other one does, and what one does in another window. */
export function useConnectionNews(route: (typeof routes)['list' | 'profile' | 'connections']) {
  const cache = useQueryCache()
  const again = () => void cache.invalidate(route)
  useEvent(contract.events['connection.requested'], again)
  useEvent(contract.events['connection.accepted'], again)
  useEvent(contract.events['connection.changed'], again)
}

export function useConnectionActs(name: string) {
  const t = useT()
  const confirm = useConfirm()
  const options = {
    invalidates: [routes.list, routes.profile, routes.connections, routes.recommendations],
    onError: (error: Error) => toast.error(error.message),
  }
  const asking = useWrite(routes.createConnection, {
    ...options,
    onSuccess: ({ state }) => toast.success(t(state === 'accepted' ? 'connect.done' : 'connect.asked', { name })),
  })
  const accepting = useWrite(routes.acceptConnection, { ...options, onSuccess: () => toast.success(t('connect.done', { name })) })
  const ignoring = useWrite(routes.ignoreConnection, options)
  const withdrawing = useWrite(routes.withdrawConnection, options)
  const byId = (id: number) => ({ params: { id } })
  return {
    busy: asking.isPending || accepting.isPending || ignoring.isPending || withdrawing.isPending,
    ask: (memberId: number) => asking.mutate({ body: { recipient_id: memberId } }),
    accept: (id: number) => accepting.mutate(byId(id)),
    ignore: (id: number) => ignoring.mutate(byId(id)),
    withdraw: (id: number) => withdrawing.mutate(byId(id)),
    async end(id: number) {
      if (await confirm({ title: t('connect.end_title', { name }), text: t('connect.end_text'), action: t('connect.end'), tone: 'danger' }))
        withdrawing.mutate(byId(id))
    },
  }
}

/** What the agent has prepared: it is done once the asker confirms it. */
import { Button, Card, Icon, LinkButton, toast, useQueryCache, useT, useWrite } from '@atrium/sdk/web'
import contract, { type Action } from '../../../contract.ts'

const { routes } = contract

export function ActionCard({ messageId, action }: { messageId: number; action: Action }) {
  const t = useT()
  const cache = useQueryCache()
  const { mutate, isPending } = useWrite(routes.confirm, {
    onSuccess: (reply) =>
      void cache.update(routes.messages, undefined, (page) => ({ ...page, records: page.records.map((one) => (one.id === reply.id ? reply : one)) })),
    onError: (error) => toast.error(error.message),
  })
  const decide = (confirm: boolean) => mutate({ params: { id: messageId }, body: { confirm } })
  return (
    <Card pad className="grid gap-3">
      <div className="flex items-start gap-3">
        <Icon name={action.status === 'done' ? 'circle-check' : action.status === 'refused' ? 'circle-alert' : 'zap'} className="mt-0.5 text-text-3" />
        <div className="min-w-0 flex-1">
          <p className="font-medium">{action.label}</p>
          <p role="status" className="text-13 text-text-2">
            {action.result ?? t(`action.${action.status}`)}
          </p>
        </div>
      </div>
      {action.status === 'waiting' && (
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" loading={isPending} onClick={() => decide(true)}>
            {t('action.confirm')}
          </Button>
          <Button disabled={isPending} onClick={() => decide(false)}>
            {t('action.dismiss')}
          </Button>
        </div>
      )}
      {action.status === 'done' && action.path && (
        <div>
          <LinkButton to={action.path} icon="arrow-right">
            {t('action.open')}
          </LinkButton>
        </div>
      )}
    </Card>
  )
}

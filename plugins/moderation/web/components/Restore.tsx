/** Brings back what a decision removed. */
import { Button, type ButtonProps, toast, useT, useWrite } from '@atrium/sdk/web'
import contract from '../../contract.ts'

export function Restore({ id, ...look }: { id: number } & Pick<ButtonProps, 'className'>) {
  const t = useT()
  const restore = useWrite(contract.routes.restore, {
    invalidates: [contract],
    onSuccess: () => toast.success(t('done.restore')),
    onError: (error) => toast.error(error.message),
  })
  return (
    <Button {...look} size="sm" icon="undo-2" loading={restore.isPending} onClick={() => restore.mutate({ params: { id } })}>
      {t('act.restore')}
    </Button>
  )
}

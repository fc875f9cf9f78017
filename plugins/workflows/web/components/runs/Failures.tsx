/** Runs that stand failed, by card and reason, each to be retried together. */
import { Button, Note, Time, toast, useT, useWrite } from '@atrium/sdk/web'
import contract, { type WorkflowDetail } from '../../../contract.ts'

export function Failures({ workflow }: { workflow: WorkflowDetail }) {
  const t = useT()
  const retry = useWrite(contract.routes.retryRuns, {
    invalidates: [contract],
    onSuccess: ({ retried }) => toast.success(t('failures.retried', { count: retried })),
    onError: (error) => toast.error(error.message),
  })
  return workflow.failures.map((failure) => (
    <Note
      key={`${failure.action_id} ${failure.message}`}
      tone="danger"
      icon="triangle-alert"
      className="mb-4"
      title={t('failures.title', { count: failure.count, label: failure.label })}
    >
      <span className="flex flex-wrap items-center justify-between gap-3">
        <span className="min-w-0">
          {failure.message} {t('failures.since')} <Time value={failure.since} kind="date" />
        </span>
        <Button
          size="sm"
          icon="rotate-ccw"
          loading={retry.isPending}
          onClick={() => retry.mutate({ params: { id: workflow.id }, body: { action_id: failure.action_id } })}
        >
          {t('failures.retry', { count: failure.count })}
        </Button>
      </span>
    </Note>
  ))
}

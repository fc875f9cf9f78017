/** Last step: how far it is, then the report with Undo for seven days. */
import { Badge, Button, Card, LinkButton, Note, Progress, Time, toast, useConfirm, useT, useWrite } from '@atrium/sdk/web'
import contract, { type ImportTask } from '../../contract.ts'
import { Counts, Rows } from './Rows.tsx'

const { routes } = contract
export const STATE_TONES: Record<ImportTask['status'], 'success' | 'info' | 'warning' | 'danger' | 'neutral'> = {
  mapping: 'neutral',
  checking: 'info',
  ready: 'info',
  running: 'info',
  undoing: 'info',
  done: 'success',
  stopped: 'warning',
  undone: 'neutral',
  failed: 'danger',
}

export function Ran({ task, base }: { task: ImportTask; base: string }) {
  const t = useT()
  const confirm = useConfirm()
  const params = { id: task.id }
  const failed = (error: Error) => toast.error(error.message)
  const stop = useWrite(routes.stopImport, { invalidates: [contract], onError: failed })
  const undo = useWrite(routes.undoImport, { invalidates: [contract], onError: failed })
  const { counts } = task
  const total = counts.new + counts.changed + counts.same
  if (task.status === 'running' || task.status === 'undoing')
    return (
      <Card pad className="grid gap-3">
        <p className="flex flex-wrap items-baseline justify-between gap-2" aria-live="polite">
          <span className="text-text-2">
            <b className="text-[40px] leading-none font-semibold tabular-nums text-text">{task.done_rows.toLocaleString()}</b> {t('run.of', { count: total })}
          </span>
          <span className="text-13 text-text-3 tabular-nums">{task.percent}%</span>
        </p>
        <Progress label={t(task.status === 'running' ? 'run.progress' : 'run.undoing')} value={task.percent} />
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="text-13 text-text-2">{t(task.status === 'running' ? 'run.leave' : 'run.undoing_text')}</p>
          {task.status === 'running' && (
            <Button loading={stop.isPending} onClick={() => stop.mutate({ params })}>
              {t('stop')}
            </Button>
          )}
        </div>
      </Card>
    )
  const ask = async () => {
    if (
      await confirm({ title: t('undo.title', { name: task.filename }), text: t('undo.text', { count: counts.new }), action: t('undo.action'), tone: 'danger' })
    )
      undo.mutate({ params })
  }
  const mayUndo = task.undo_until !== null && new Date(task.undo_until) > new Date()
  return (
    <div className="grid items-start gap-4 desk:grid-cols-[minmax(0,1fr)_300px]">
      <div className="grid min-w-0 gap-4">
        {task.problem && (
          <Note tone="danger" icon="circle-alert" title={t('run.failed')}>
            {task.problem}
          </Note>
        )}
        <Counts counts={counts} />
        <Rows task={task} first={counts.wrong > 0 ? 'wrong' : 'new'} />
      </div>
      <aside className="grid gap-4">
        <Card pad className="grid gap-3">
          <p className="flex items-center justify-between gap-2">
            <span className="min-w-0 truncate font-medium">{task.filename}</span>
            <Badge tone={STATE_TONES[task.status]}>{t(`status.${task.status}`)}</Badge>
          </p>
          <p className="text-13 text-text-3">
            {task.author} · <Time value={task.finished_at ?? task.created_at} kind="datetime" />
          </p>
          {mayUndo && (
            <>
              <p className="text-13 text-text-2">
                {t('undo.until')} <Time within value={task.undo_until!} kind="day" />
              </p>
              <Button icon="undo-2" loading={undo.isPending} onClick={() => void ask()}>
                {t('undo.action')}
              </Button>
            </>
          )}
          <LinkButton variant="primary" to={base}>
            {t('import.another')}
          </LinkButton>
        </Card>
      </aside>
    </div>
  )
}

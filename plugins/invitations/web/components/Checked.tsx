/** Third step: what each row would become, before anything changes. */
import { Button, Card, Note, Progress, toast, useT, useWrite } from '@atrium/sdk/web'
import contract, { type ImportTask } from '../../contract.ts'
import { Counts, Rows } from './Rows.tsx'

const { routes } = contract

export function Checked({ task, onBack }: { task: ImportTask; onBack: () => void }) {
  const t = useT()
  const params = { id: task.id }
  const run = useWrite(routes.runImport, { invalidates: [contract], onError: (error) => toast.error(error.message) })
  const stop = useWrite(routes.stopImport, { invalidates: [contract], onError: (error) => toast.error(error.message) })
  if (task.status === 'checking')
    return (
      <Card pad className="grid gap-3">
        <p className="flex flex-wrap items-baseline justify-between gap-2" aria-live="polite">
          <span className="text-24 font-semibold tabular-nums">{t('import.rows', { count: task.rows })}</span>
          <span className="text-13 text-text-3 tabular-nums">{task.percent}%</span>
        </p>
        <Progress label={t('check.progress')} value={task.percent} />
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="text-13 text-text-2">{t('check.nothing')}</p>
          <Button loading={stop.isPending} onClick={() => stop.mutate({ params })}>
            {t('stop')}
          </Button>
        </div>
      </Card>
    )
  const { counts, unknown, options } = task
  const people = counts.new + counts.changed
  const will: [key: string, count: number][] = [
    [options.how === 'invite' ? 'will.invited' : task.contact_type === 'member' ? 'will.added' : 'will.contacts', counts.new],
    ['will.changed', counts.changed],
    ['will.wrong', counts.wrong],
  ]
  return (
    <div className="grid items-start gap-4 desk:grid-cols-[minmax(0,1fr)_336px]">
      <div className="grid min-w-0 gap-4">
        <Counts counts={counts} />
        <Rows task={task} first={counts.wrong > 0 ? 'wrong' : 'new'} />
      </div>
      <aside className="grid gap-4">
        <Card pad className="grid gap-3">
          <h2 className="text-14 font-semibold">{t('will.title')}</h2>
          <ul className="grid gap-2 text-14">{will.map(([key, count]) => count > 0 && <li key={key}>{t(key, { count })}</li>)}</ul>
          <p className="border-t border-border pt-3 text-13 text-text-2">{t('will.nobody')}</p>
          <Button variant="primary" block loading={run.isPending} disabled={people + counts.same === 0} onClick={() => run.mutate({ params })}>
            {t('check.run', { count: people + counts.same })}
          </Button>
          <Button variant="ghost" block onClick={onBack}>
            {t('back')}
          </Button>
        </Card>
        {unknown.tags.length > 0 && (
          <Note tone="info" icon="tags" title={t(options.make_tags ? 'unknown.tags_made' : 'unknown.tags')}>
            {unknown.tags.join(', ')}
          </Note>
        )}
        {unknown.spaces.length > 0 && (
          <Note tone="warning" icon="layout-grid" title={t('unknown.spaces')}>
            {unknown.spaces.join(', ')}
          </Note>
        )}
        {unknown.access_groups.length > 0 && (
          <Note tone="warning" icon="key-round" title={t('unknown.access_groups')}>
            {unknown.access_groups.join(', ')}
          </Note>
        )}
      </aside>
    </div>
  )
}

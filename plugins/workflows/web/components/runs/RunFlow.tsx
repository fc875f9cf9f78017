/** The cards of a run with what came of each: outcome, time, and what went in and came out. */
import { Badge, Button, Icon, Note, Time, useLocale, useT } from '@atrium/sdk/web'
import type { RunDetail, ShownAction, Step } from '../../../contract.ts'
import { Flow } from '../flow/Flow.tsx'
import { Node } from '../flow/Node.tsx'
import { OutcomeMark } from '../flow/OutcomeMark.tsx'
import { iconOf, kickerOf, titleOf, toneOf } from '../flow/words.ts'
import type { Kit } from '../useKit.ts'

export interface RunFlowProps {
  run: RunDetail
  kit: Kit
  isPending: boolean
  onMove: (operation: 'retry' | 'skip' | 'resume') => void
}
export function RunFlow({ run, kit, isPending, onMove }: RunFlowProps) {
  const t = useT()
  const stepOf = (action: ShownAction) => run.steps.findLast(({ action_id }) => action_id === action.id)
  const isHere = (action: ShownAction) => run.action_id === action.id
  return (
    <Flow
      label={t('run.cards')}
      actions={run.actions}
      forks={({ branches }) => branches}
      line={(action) => (stepOf(action) ? 'taken' : 'open')}
      head={
        <Node
          icon="zap"
          tone="trigger"
          kicker={t('kicker.when')}
          title={run.trigger_label ?? t('run.begun')}
          aside={
            <>
              <Time value={run.started_at} kind="short" className="text-12 text-text-3" />
              <OutcomeMark outcome="done" />
            </>
          }
        >
          {Object.keys(run.payload).length > 0 && <Unfolding label={t('run.payload')} parts={[{ label: t('run.payload'), values: run.payload }]} />}
        </Node>
      }
      card={(action) => (
        <RunCard
          kit={kit}
          action={action}
          step={stepOf(action)}
          acts={
            isHere(action) && run.status === 'failed' && run.can_retry ? (
              <span className="flex flex-wrap gap-2">
                <Button size="sm" variant="primary" icon="rotate-ccw" loading={isPending} onClick={() => onMove('retry')}>
                  {t('run.retry_here')}
                </Button>
                <Button size="sm" variant="ghost" disabled={isPending} onClick={() => onMove('skip')}>
                  {t('run.skip')}
                </Button>
              </span>
            ) : isHere(action) && run.status === 'waiting' ? (
              <Button size="sm" icon="skip-forward" className="justify-self-start" loading={isPending} onClick={() => onMove('resume')}>
                {t('runs.resume')}
              </Button>
            ) : null
          }
        />
      )}
    />
  )
}

function RunCard({ kit, action, step, acts }: { kit: Kit; action: ShownAction; step: Step | undefined; acts: React.ReactNode }) {
  const t = useT()
  const locale = useLocale()
  const parts = step
    ? [
        { label: t('run.input'), values: step.input },
        { label: t('run.output'), values: step.output },
      ].filter(({ values }) => Object.keys(values).length > 0)
    : []
  return (
    <Node
      icon={iconOf(kit, action)}
      tone={step ? toneOf(action.action_type) : 'plain'}
      kicker={kickerOf(t, action.action_type)}
      title={titleOf(t, locale, kit, action)}
      look={step?.outcome === 'failed' ? 'failed' : step ? 'plain' : 'open'}
      aside={
        step && (
          <>
            <span className="text-12 text-text-3 tabular-nums">
              <Time value={step.finished_at ?? step.created_at} kind="short" />
              {step.attempts > 1 && ` · ${t('run.attempts', { count: step.attempts })}`}
            </span>
            <OutcomeMark outcome={step.outcome} />
          </>
        )
      }
    >
      {step?.branch && (
        <Badge tone={step.branch === 'yes' ? 'success' : 'warning'} className="justify-self-start">
          {t(`branch.${action.action_type}.${step.branch}`)}
        </Badge>
      )}
      {step?.message && (step.outcome === 'failed' ? <Note tone="danger">{step.message}</Note> : <p>{step.message}</p>)}
      {parts.length > 0 && <Unfolding label={t('run.in_and_out')} parts={parts} />}
      {acts}
    </Node>
  )
}

function Unfolding({ label, parts }: { label: string; parts: readonly { label: string; values: Record<string, unknown> }[] }) {
  return (
    <details className="group">
      <summary className="flex min-h-8 list-none items-center gap-1.5 font-medium max-desk:min-h-11">
        <Icon name="chevron-right" size="sm" className="transition-transform group-open:rotate-90" />
        {label}
      </summary>
      <div className="mt-1 grid gap-2">
        {parts.map((part) => (
          <div key={part.label}>
            {parts.length > 1 && <p className="mb-1 text-12 text-text-3">{part.label}</p>}
            <dl tabIndex={0} className="grid max-h-56 gap-1 overflow-auto rounded-card bg-surface-2 p-2.5 font-mono text-12">
              {Object.entries(part.values).map(([key, value]) => (
                <div key={key} className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-2">
                  <dt className="text-text-3">{key}</dt>
                  <dd className="whitespace-pre-wrap">{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
                </div>
              ))}
            </dl>
          </div>
        ))}
      </div>
    </details>
  )
}

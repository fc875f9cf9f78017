/** Every step that a workflow would take for somebody, drawn as its cards; nothing is done. */
import {
  Badge,
  Button,
  type ComboboxOption,
  Dialog,
  Failure,
  Field,
  Form,
  Icon,
  Note,
  Switch,
  Time,
  useFieldErrors,
  useLocale,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Action, type DryRun, type DryStep, type FieldRule } from '../../../contract.ts'
import { FieldValue } from '../fields/FieldRules.tsx'
import { PersonField } from '../fields/PersonField.tsx'
import { Flow } from '../flow/Flow.tsx'
import { Node } from '../flow/Node.tsx'
import { OutcomeMark } from '../flow/OutcomeMark.tsx'
import { branchesOf, iconOf, kickerOf, titleOf, toneOf } from '../flow/words.ts'
import { useEditing } from './useEditing.ts'

export interface DryRunDialogProps {
  actions: readonly Action[]
  onClose: () => void
}
export function DryRunDialog({ actions, onClose }: DryRunDialogProps) {
  const t = useT()
  const { workflowId, kit, triggerType, person: previewed } = useEditing()
  const [person, setPerson] = useState<ComboboxOption | null>(previewed)
  const [happens, setHappens] = useState(false)
  const [payload, setPayload] = useState<Record<string, FieldRule['value']>>({})
  const run = useWrite(contract.routes.dryRun)
  const errors = useFieldErrors(run.error)
  const fields = kit.triggerOf(triggerType)?.fields ?? []
  const waits = actions.some(({ action_type }) => action_type === 'wait_for')
  const submit = () => {
    const filled = Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== '' && value !== null && value !== undefined))
    return run.mutateAsync({ params: { id: workflowId }, body: { community_member_id: Number(person?.value), payload: filled, happens } }).catch(() => {})
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('dry.title')} width={960} flush>
      <div className="grid min-h-[60dvh] desk:grid-cols-[320px_minmax(0,1fr)]">
        <Form onSubmit={submit} error={run.error} className="content-start border-b p-5 desk:border-e desk:border-b-0">
          <Field label={t('dry.person')} error={errors['community_member_id']}>
            <PersonField label={t('dry.person')} placeholder={t('dry.person_example')} value={person} onChange={setPerson} />
          </Field>
          {fields.map((field) => (
            <Field key={field.name} label={t('field.optional', { label: field.label })} error={errors[`payload.${field.name}`]}>
              <FieldValue field={field} value={payload[field.name]} onChange={(value) => setPayload({ ...payload, [field.name]: value })} />
            </Field>
          ))}
          {waits && <Switch label={t('dry.happens')} checked={happens} onChange={setHappens} />}
          <Button type="submit" variant="primary" icon="play" loading={run.isPending} disabled={!person}>
            {t(run.data ? 'dry.again' : 'dry.run')}
          </Button>
          <p className="flex items-start gap-2 text-13 text-text-2">
            <Icon name="shield-check" size="sm" className="mt-0.5 flex-none text-success" />
            {t('dry.safe')}
          </p>
          {run.data && <Total run={run.data} />}
        </Form>
        <div className="bg-bg">
          {run.error && Object.keys(errors).length === 0 ? (
            <Failure error={run.error} onRetry={() => void submit()} />
          ) : (
            <DryFlow actions={actions} run={run.data ?? null} />
          )}
        </div>
      </div>
    </Dialog>
  )
}

function Total({ run }: { run: DryRun }) {
  const t = useT()
  const would = run.steps.filter(({ outcome }) => outcome === 'would').length
  return (
    <div role="status" className="grid gap-1 border-t pt-4 text-13">
      {run.enters ? (
        <>
          <p className="font-medium">{t('dry.steps', { count: would })}</p>
          <p className="text-text-2">
            {t('dry.ends')} <Time value={run.ends_at} kind="datetime" />
          </p>
        </>
      ) : (
        <Note tone="warning" title={t('dry.not_in')}>
          {run.reason}
        </Note>
      )}
    </div>
  )
}

const MARK = { would: 'done', skipped: 'skipped', failed: 'failed' } as const
function DryFlow({ actions, run }: { actions: readonly Action[]; run: DryRun | null }) {
  const t = useT()
  const locale = useLocale()
  const { kit, triggerType } = useEditing()
  const stepOf = (action: Action): DryStep | undefined => run?.steps.findLast(({ action_id }) => action_id === action.id)
  return (
    <Flow<Action>
      label={t('dry.cards')}
      actions={actions}
      forks={({ action_type }) => branchesOf(kit, action_type)}
      line={(action) => (!run ? 'plain' : stepOf(action) ? 'taken' : 'open')}
      head={
        <Node
          icon={kit.triggerOf(triggerType)?.icon ?? 'calendar'}
          tone="trigger"
          kicker={t('kicker.when')}
          title={kit.triggerOf(triggerType)?.label ?? t('dry.begins')}
          aside={run && <OutcomeMark outcome={run.enters ? 'done' : 'failed'} />}
        />
      }
      card={(action) => {
        const step = stepOf(action)
        return (
          <Node
            icon={step?.icon ?? iconOf(kit, action)}
            tone={toneOf(action.action_type)}
            kicker={kickerOf(t, action.action_type)}
            title={titleOf(t, locale, kit, action)}
            look={step?.outcome === 'failed' ? 'failed' : run && !step ? 'open' : 'plain'}
            aside={
              step && (
                <>
                  <Time value={step.at} kind="short" className="text-12 text-text-3" />
                  <OutcomeMark outcome={MARK[step.outcome]} />
                </>
              )
            }
          >
            {step && step.sentence !== step.label && <p>{step.sentence}</p>}
            {step?.branch && (
              <Badge tone={step.branch === 'yes' ? 'success' : 'warning'} className="justify-self-start">
                {t(`branch.${action.action_type}.${step.branch}`)}
              </Badge>
            )}
            {step?.message && <p className={step.outcome === 'failed' ? 'text-danger' : undefined}>{step.message}</p>}
          </Node>
        )
      }}
    />
  )
}

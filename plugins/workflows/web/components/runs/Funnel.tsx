/** How far runs come: each card with how many have reached it. */
import { Progress, useLocale, useT } from '@atrium/sdk/web'
import type { ShownAction, WorkflowDetail } from '../../../contract.ts'
import { inOrder } from '../flow/tree.ts'
import { isLogic, kickerOf, titleOf } from '../flow/words.ts'
import type { Kit } from '../useKit.ts'

/** More of them say less. */
const SHOWN = 6
export function Funnel({ workflow, kit }: { workflow: WorkflowDetail; kit: Kit }) {
  const t = useT()
  const locale = useLocale()
  const reached = new Map(workflow.funnel.map((one) => [one.action_id, one.reached]))
  const steps = inOrder(workflow.actions).filter(({ id }) => reached.has(id))
  const labelOf = (one: ShownAction) => {
    const title = titleOf(t, locale, kit, one)
    return isLogic(one.action_type) ? t('runs.step', { kicker: kickerOf(t, one.action_type), title }) : title
  }
  const rows = [
    { id: '', label: workflow.trigger_label ?? t(`type.${workflow.workflow_type}`), count: workflow.runs_count },
    ...steps.slice(0, SHOWN).map((one) => ({ id: one.id, label: labelOf(one), count: reached.get(one.id)! })),
  ]
  return (
    <ol className="grid gap-3">
      {rows.map(({ id, label, count }) => (
        <li key={id} className="grid gap-1 text-13">
          <span className="flex justify-between gap-3">
            <span className="min-w-0 truncate">{label}</span>
            <span className="font-medium tabular-nums">{count.toLocaleString(locale)}</span>
          </span>
          <Progress label={label} value={workflow.runs_count ? (count / workflow.runs_count) * 100 : 0} />
        </li>
      ))}
    </ol>
  )
}

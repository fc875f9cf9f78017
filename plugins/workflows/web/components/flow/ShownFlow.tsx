/** Cards that are looked at, not edited: of a template, or of a version. */
import { Badge, Loading, Failure, Skeleton, useLocale, useT } from '@atrium/sdk/web'
import type { ReactNode } from 'react'
import type { ShownAction, WorkflowType } from '../../../contract.ts'
import { useKit } from '../useKit.ts'
import { CardDetail } from './CardDetail.tsx'
import { Flow } from './Flow.tsx'
import { Node } from './Node.tsx'
import { iconOf, kickerOf, titleOf, toneOf } from './words.ts'

export interface ShownFlowProps {
  actions: readonly Omit<ShownAction, 'workflow_id'>[]
  label: string
  type: WorkflowType
  trigger: string | null
  /** In the card of what begins it. */
  children?: ReactNode
}
export function ShownFlow({ actions, label, type, trigger, children }: ShownFlowProps) {
  const t = useT()
  const locale = useLocale()
  const { kit, error, retry } = useKit()
  if (error) return <Failure error={error} onRetry={retry} />
  if (!kit)
    return (
      <Loading>
        <Skeleton w="100%" h={480} />
      </Loading>
    )
  return (
    <Flow
      label={label}
      actions={actions}
      forks={({ branches }) => branches}
      head={
        <Node icon={type === 'dynamic' ? 'zap' : 'calendar'} tone="trigger" kicker={t('kicker.when')} title={trigger ?? t(`type.${type}`)}>
          {children}
        </Node>
      }
      card={(action) => (
        <Node
          icon={iconOf(kit, action)}
          tone={toneOf(action.action_type)}
          kicker={kickerOf(t, action.action_type)}
          title={titleOf(t, locale, kit, action)}
          aside={action.is_missing && <Badge tone="danger">{t('card.missing')}</Badge>}
        >
          <CardDetail kit={kit} action={action} />
        </Node>
      )}
    />
  )
}

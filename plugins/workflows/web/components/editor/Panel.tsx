/** Settings of what is chosen in the editor: beside the cards, on phones as a sheet over them. */
import { Dialog, IconButton, useLocale, useNarrow, useT } from '@atrium/sdk/web'
import type { ReactNode } from 'react'
import type { Problems, WorkflowDefinition } from '../../../contract.ts'
import { titleOf, isLogic } from '../flow/words.ts'
import { AudiencePanel } from './AudiencePanel.tsx'
import { CardPanel } from './CardPanel.tsx'
import type { Draft } from './draft.ts'
import { PanelProblems } from './Problems.tsx'
import { SchedulePanel } from './SchedulePanel.tsx'
import { SettingsPanel } from './SettingsPanel.tsx'
import { TriggerPanel } from './TriggerPanel.tsx'
import { useEditing } from './useEditing.ts'

export interface PanelProps {
  saved: WorkflowDefinition
  draft: Draft
  problems: Problems
  errors: Record<string, string | undefined>
  /** Null: the workflow itself, where there is room for it. */
  selected: string | null
  /** @param name changes of the same name right after each other are taken back as one */
  onChange: (change: Partial<Draft>, name: string) => void
  onClose: () => void
}
export function Panel(props: PanelProps) {
  const t = useT()
  const isNarrow = useNarrow()
  const { selected, problems, onClose } = props
  const title = useTitle(props)
  const body = (
    <div className="grid content-start gap-4">
      {selected && <PanelProblems messages={problems[selected]} />}
      <Body {...props} />
    </div>
  )
  if (isNarrow)
    return (
      <Dialog open={selected !== null} onOpenChange={(open) => !open && onClose()} title={title}>
        {body}
      </Dialog>
    )
  return (
    <Aside label={title}>
      <div className="sticky top-0 z-10 flex items-center gap-2 border-b bg-surface py-2.5 ps-5 pe-3">
        <h2 className="min-w-0 flex-1 text-15">{title}</h2>
        {selected && <IconButton icon="x" label={t('panel.close')} onClick={onClose} />}
      </div>
      <div className="p-5">{body}</div>
    </Aside>
  )
}
const Aside = ({ label, children }: { label: string; children: ReactNode }) => (
  <aside aria-label={label} className="sticky top-(--header-h) max-h-[calc(100dvh-var(--header-h))] self-start overflow-y-auto text-15">
    {children}
  </aside>
)

function useTitle({ selected, draft }: PanelProps): string {
  const t = useT()
  const locale = useLocale()
  const { kit } = useEditing()
  const card = draft.actions.find(({ id }) => id === selected)
  if (card) return isLogic(card.action_type) ? t(`card.${card.action_type}`) : titleOf(t, locale, kit, card)
  return t(`panel.${selected === 'trigger' || selected === 'schedules' || selected === 'audiences' ? selected : 'settings'}`)
}

function Body({ saved, draft, errors, selected, onChange }: PanelProps) {
  const card = draft.actions.find(({ id }) => id === selected)
  if (card)
    return (
      <CardPanel
        key={card.id}
        card={card}
        onChange={(next) => onChange({ actions: draft.actions.map((one) => (one.id === next.id ? next : one)) }, `card ${card.id}`)}
      />
    )
  switch (selected) {
    case 'trigger':
      return <TriggerPanel value={draft.trigger} onChange={(trigger) => onChange({ trigger }, 'trigger')} />
    case 'audiences':
      return <AudiencePanel value={draft.audiences} onChange={(audiences) => onChange({ audiences }, 'audiences')} />
    case 'schedules':
      return <SchedulePanel workflowId={saved.id} type={saved.workflow_type} schedules={saved.schedules} />
    default:
      return <SettingsPanel draft={draft} errors={errors} onChange={(change) => onChange(change, 'settings')} />
  }
}

/** What stands above the cards: the event that begins the workflow, or whom it is for and when. */
import { Badge, Icon, useLocale, useT } from '@atrium/sdk/web'
import type { Problems, WorkflowDefinition } from '../../../contract.ts'
import { FieldWords, PersonWords, SegmentWords } from '../flow/CardDetail.tsx'
import { Node } from '../flow/Node.tsx'
import { scheduleWords } from '../flow/words.ts'
import type { Draft } from './draft.ts'
import { CardProblems } from './Problems.tsx'
import { useEditing } from './useEditing.ts'

export interface HeadsProps {
  saved: WorkflowDefinition
  draft: Draft
  problems: Problems
  selected: string | null
  onSelect: (name: string) => void
}
export function Heads({ saved, draft, problems, selected, onSelect }: HeadsProps) {
  const t = useT()
  const locale = useLocale()
  const { kit } = useEditing()
  const look = (name: string) => (problems[name]?.length ? ('failed' as const) : selected === name ? ('selected' as const) : ('plain' as const))
  const rules = (
    <span className="flex flex-wrap gap-1.5">
      <Badge>{t(`reentry.${draft.reentry}`)}</Badge>
      {draft.stop_when && <Badge>{t('stop.badge')}</Badge>}
    </span>
  )
  if (saved.workflow_type === 'dynamic') {
    const offer = kit.triggerOf(draft.trigger.trigger_type)
    return (
      <Node
        name="trigger"
        icon={offer?.icon ?? 'zap'}
        tone="trigger"
        kicker={t('kicker.when')}
        title={offer?.label ?? draft.trigger.trigger_type ?? t('trigger.choose')}
        look={look('trigger')}
        isSelected={selected === 'trigger'}
        onSelect={() => onSelect('trigger')}
      >
        <FieldWords fields={offer?.fields ?? []} filter={draft.trigger.filters} />
        <PersonWords person={draft.trigger.person} />
        <SegmentWords id={draft.trigger.community_segment_id} />
        {rules}
        <CardProblems messages={problems['trigger']} />
      </Node>
    )
  }
  const audiences = draft.audiences.map(({ kind }) => t(`audience.${kind}`))
  return (
    <>
      <Node
        name="schedules"
        icon="calendar"
        tone="trigger"
        kicker={t('kicker.when')}
        title={saved.schedules.length ? saved.schedules.map((one) => scheduleWords(t, locale, one)).join('; ') : t('schedule.choose')}
        look={look('schedules')}
        isSelected={selected === 'schedules'}
        onSelect={() => onSelect('schedules')}
      >
        {saved.schedules[0] && (
          <p className="flex items-center gap-1.5">
            <Icon name="globe" size="sm" />
            {saved.schedules[0].time_zone}
          </p>
        )}
        <CardProblems messages={problems['schedules']} />
      </Node>
      <div aria-hidden="true" className="mx-auto h-7 w-[1.5px] bg-strong" />
      <Node
        name="audiences"
        icon="users"
        tone="logic"
        kicker={t('kicker.for')}
        title={audiences.length ? new Intl.ListFormat(locale).format([...new Set(audiences)]) : t('audience.choose')}
        look={look('audiences')}
        isSelected={selected === 'audiences'}
        onSelect={() => onSelect('audiences')}
      >
        {rules}
        <CardProblems messages={problems['audiences']} />
      </Node>
    </>
  )
}

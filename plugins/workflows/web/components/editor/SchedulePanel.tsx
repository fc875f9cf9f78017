/** When a workflow begins by itself: its times are kept as soon as they are saved. */
import { Button, IconButton, Time, toast, useConfirm, useLocale, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { MAX_SCHEDULES, type Schedule, type WorkflowType } from '../../../contract.ts'
import { scheduleWords } from '../flow/words.ts'
import { ScheduleForm } from './ScheduleForm.tsx'

export interface SchedulePanelProps {
  workflowId: number
  type: WorkflowType
  schedules: readonly Schedule[]
}
export function SchedulePanel({ workflowId, type, schedules }: SchedulePanelProps) {
  const t = useT()
  const [editing, setEditing] = useState<Schedule | 'new' | null>(schedules.length === 0 ? 'new' : null)
  const most = type === 'one_time' ? 1 : MAX_SCHEDULES
  return (
    <>
      {schedules.length > 0 && (
        <ul className="grid gap-3">
          {schedules.map((one) => (
            <OneSchedule key={one.id} workflowId={workflowId} schedule={one} onEdit={() => setEditing(one)} />
          ))}
        </ul>
      )}
      {editing && (
        <ScheduleForm
          key={editing === 'new' ? 'new' : editing.id}
          workflowId={workflowId}
          type={type}
          schedule={editing === 'new' ? null : editing}
          onClose={schedules.length > 0 ? () => setEditing(null) : undefined}
        />
      )}
      {!editing && schedules.length < most && (
        <Button icon="plus" className="justify-self-start" onClick={() => setEditing('new')}>
          {t('schedule.add')}
        </Button>
      )}
    </>
  )
}

function OneSchedule({ workflowId, schedule, onEdit }: { workflowId: number; schedule: Schedule; onEdit: () => void }) {
  const t = useT()
  const locale = useLocale()
  const confirm = useConfirm()
  const destroy = useWrite(contract.routes.destroySchedule, { invalidates: [contract], onError: (error) => toast.error(error.message) })
  const words = scheduleWords(t, locale, schedule)
  const remove = async () => {
    const yes = await confirm({ title: t('schedule.delete'), text: words, action: t('schedule.delete_action'), tone: 'danger' })
    if (yes) destroy.mutate({ params: { id: workflowId, scheduleId: schedule.id } })
  }
  return (
    <li className="grid gap-1 rounded-card border p-3">
      <div className="flex items-start gap-1">
        <p className="min-w-0 flex-1 font-medium">{words}</p>
        <IconButton size="sm" icon="pencil" label={t('schedule.edit')} onClick={onEdit} />
        <IconButton size="sm" icon="trash-2" label={t('schedule.delete_action')} onClick={() => void remove()} />
      </div>
      <p className="text-12 text-text-3">{schedule.time_zone}</p>
      {schedule.next_at ? (
        <p className="text-13 text-text-2">
          {t('schedule.next')} <Time value={schedule.next_at} kind="datetime" />
        </p>
      ) : (
        <p className="text-13 text-warning">{t('schedule.over')}</p>
      )}
    </li>
  )
}

/** Whether those who run the room look at questions before others see them. */
import { Switch, toast, useT, useWrite } from '@atrium/sdk/web'
import { useId } from 'react'
import contract from '../../../contract.ts'
import { useCall } from '../../room/call.ts'
import { changeOf } from '../../room/routesOf.ts'

export function CheckFirst() {
  const t = useT()
  const { room } = useCall()
  const id = useId()
  const change = useWrite(changeOf(room.room_type), { invalidates: [contract.routes.bySlug], onError: (error) => toast.error(error.message) })
  const checked = change.isPending ? !room.questions_are_checked : room.questions_are_checked
  return (
    <div className="flex flex-none items-center justify-between gap-3 border-t px-3.5 py-2.5">
      <label htmlFor={id} className="cursor-pointer text-13 text-text-2">
        {t('settings.questions_are_checked')}
      </label>
      <Switch id={id} checked={checked} onChange={(on) => change.mutate({ params: { id: room.id }, body: { room: { questions_are_checked: on } } })} />
    </div>
  )
}

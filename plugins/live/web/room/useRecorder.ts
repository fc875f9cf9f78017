/** Begins a recording of the room, and ends the one that runs. */
import { call, toast, useT, useWrite } from '@atrium/sdk/web'
import contract, { type LiveRoom } from '../../contract.ts'

const { routes } = contract

export function useRecorder(room: Pick<LiveRoom, 'id' | 'is_recording'>): { isOn: boolean; toggle: () => void } {
  const t = useT()
  const params = { id: room.id }
  const done = { invalidates: [routes.bySlug, routes.recorders], onError: (error: Error) => toast.error(error.message) }
  const start = useWrite(routes.createRecorder, { ...done, onSuccess: () => toast.success(t('stage.record.started')) })
  const stop = useWrite(routes.stopRecorder, { ...done, onSuccess: () => toast.success(t('stage.record.stopped')) })
  const toggle = async () => {
    if (!room.is_recording) return start.mutate({ params })
    try {
      const { records } = await call(routes.recorders, { params })
      const running = records.find(({ status }) => status === 'recording')
      if (running) stop.mutate({ params: { ...params, recording_key: running.recording_key } })
    } catch (error) {
      toast.error((error as Error).message)
    }
  }
  return { isOn: room.is_recording, toggle: () => void toggle() }
}

/** Ends a room for everybody, and says what is kept of it. */
import { Button, Dialog, Field, messageOf, Note, Select, toast, useRead, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import spaces from '../../../../spaces/contract.ts'
import contract from '../../../contract.ts'
import { useCall } from '../../room/call.ts'
import { Kept } from './Kept.tsx'

const { routes } = contract
const LATER_MIN = 5

interface EndDialogProps {
  onClose: () => void
  /** Of the chat. */
  messages: number
}
export function EndDialog({ onClose, messages }: EndDialogProps) {
  const t = useT()
  const { room } = useCall()
  const params = { id: room.id }
  const [keepsRecording, setKeepsRecording] = useState(true)
  const [keepsChat, setKeepsChat] = useState(true)
  const [spaceId, setSpaceId] = useState(room.auto_post_recording_enabled ? (room.space?.id ?? null) : null)
  const recordings = useRead(routes.recorders, { params })
  const listed = useRead(spaces.routes.list, { query: { include_sidebar: true } })
  const postable = listed.data?.records.filter(({ policies }) => policies.can_create_post) ?? []
  const invalidates = [routes.bySlug, routes.now]
  const end = useWrite(routes.end, { invalidates, onSuccess: onClose })
  const later = useWrite(routes.endDelayed, {
    invalidates,
    onSuccess: () => {
      toast.info(t('end.later.set', { count: LATER_MIN }))
      onClose()
    },
  })
  const hasRecording = (recordings.data?.records.length ?? 0) > 0 || room.is_recording
  const error = end.error ?? later.error
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('end.title', { name: room.name })}
      width={520}
      footer={
        <>
          <Button variant="ghost" className="me-auto" loading={later.isPending} onClick={() => later.mutate({ params, body: { minutes: LATER_MIN } })}>
            {t('end.later', { count: LATER_MIN })}
          </Button>
          <Button onClick={onClose}>{t('end.stay')}</Button>
          <Button
            variant="danger"
            loading={end.isPending}
            onClick={() =>
              end.mutate({
                params,
                body: { keeps_recording: keepsRecording, keeps_chat: keepsChat, post_to_space_id: keepsRecording && hasRecording ? spaceId : null },
              })
            }
          >
            {t('end.action')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {error && (
          <div role="alert">
            <Note tone="danger">{messageOf(error, t('end.failed'))}</Note>
          </div>
        )}
        <p className="text-text-2">{t('end.text', { count: room.participants_preview.count })}</p>
        <Kept
          recording={hasRecording ? { records: recordings.data?.records ?? [], isKept: keepsRecording, onKeep: setKeepsRecording } : null}
          chat={room.chat_room_uuid !== null && messages > 0 ? { count: messages, isKept: keepsChat, onKeep: setKeepsChat } : null}
        />
        {hasRecording && keepsRecording && (
          <Field label={t('end.post_to')} help={t('end.post_to.help')}>
            <Select
              value={String(spaceId ?? '')}
              options={[{ value: '', label: t('end.post_to.none') }, ...postable.map(({ id, name }) => ({ value: String(id), label: name }))]}
              onChange={(event) => setSpaceId(event.target.value === '' ? null : Number(event.target.value))}
            />
          </Field>
        )}
      </div>
    </Dialog>
  )
}

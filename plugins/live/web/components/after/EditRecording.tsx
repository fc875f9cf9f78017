/** The name of a recording, and its chapters, a line each. */
import { Field, FormDialog, Input, Slot, Textarea, useFieldErrors, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import media from '../../../../media/contract.ts'
import contract, { type Chapter, type Recording } from '../../../contract.ts'
import { clockOf } from '../../room/clock.ts'

const { routes } = contract
const MAX_TITLE = 120
const linesOf = (chapters: readonly Chapter[]): string => chapters.map(({ at, title }) => `${clockOf(at)} ${title}`).join('\n')
/** `4:06 Questions`; what begins with no time is left out. */
const chaptersOf = (text: string): Chapter[] =>
  text.split('\n').flatMap((line) => {
    const [found, hours = '0', minutes, seconds, title] = /^\s*(?:(\d{1,2}):)?(\d{1,2}):(\d{2})\s+(.+?)\s*$/.exec(line) ?? []
    return found ? [{ at: Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds), title: title!.slice(0, MAX_TITLE) }] : []
  })

interface EditRecordingProps {
  recording: Recording
  roomId: number
  onClose: () => void
}
export function EditRecording({ recording, roomId, onClose }: EditRecordingProps) {
  const t = useT()
  const { file_id, url, recording_key } = recording
  const [name, setName] = useState(recording.name)
  const [lines, setLines] = useState(() => linesOf(recording.chapters))
  const change = useWrite(routes.updateRecorder, { invalidates: [routes.recorders], onSuccess: onClose })
  const errors = useFieldErrors(change.error)
  return (
    <FormDialog
      title={t('after.recording.edit')}
      onClose={onClose}
      onSubmit={() => change.mutateAsync({ params: { id: roomId, recording_key }, body: { recorder: { name, chapters: chaptersOf(lines) } } })}
      error={change.error}
      action={t('settings.save')}
      pending={change.isPending}
    >
      <Field label={t('settings.name')} error={errors['recorder.name']}>
        <Input autoFocus required value={name} maxLength={120} onChange={(event) => setName(event.target.value)} />
      </Field>
      {url && file_id !== null && (
        <>
          <Field label={t('after.recording.chapters')} help={t('after.recording.chapters.help')}>
            <Textarea rows={4} value={lines} placeholder={t('after.recording.chapters.example')} onChange={(event) => setLines(event.target.value)} />
          </Field>
          <Slot
            of={media.slots['media.chapters']}
            props={{
              ...{ fileId: file_id, src: url, isEmpty: lines.trim() === '' },
              onChapters: (chapters: Chapter[]) => setLines(linesOf(chapters)),
            }}
          />
        </>
      )}
    </FormDialog>
  )
}

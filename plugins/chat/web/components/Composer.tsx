/** Where a message is written: rich text, emoji, files, voice; enter sends, or later. */
import type { RichTextDoc } from '@atrium/sdk'
import {
  Button,
  call,
  Editor,
  type EditorHandle,
  Icon,
  IconButton,
  type MentionHit,
  MomentDialog,
  SplitButton,
  toast,
  useDraft,
  useEvent,
  useMoments,
  useRead,
  useT,
  newUuid,
  Slot,
} from '@atrium/sdk/web'
import { type Ref, useEffect, useRef, useState } from 'react'
import content from '../../../content/contract.ts'
import contract, { type ChatRoom, MAX_TEXT, type Message } from '../../contract.ts'
import { WaitingDialog } from './WaitingDialog.tsx'
import { enqueue } from './outbox.ts'
import { canRecord, useRecorder } from './useRecorder.ts'
import { clock } from './VoicePlayer.tsx'

const { routes } = contract

export interface ComposerProps {
  room: ChatRoom
  parentId?: number
  /** Tells the others that somebody writes. */
  onTyping?: () => void
  /** The reader's last message is changed by the arrow up, where nothing is written. */
  onEditLast?: () => void
  autoFocus?: boolean
  editor?: Ref<EditorHandle>
}
const members = (text: string): Promise<MentionHit[]> => call(content.routes.mentions, { query: { text } })
/** Members whose names fit; before them everybody at once, for those who may call them. */
function useMentions(canCall: boolean): (text: string) => Promise<MentionHit[]> {
  const t = useT()
  return async (text) => {
    const typed = text.toLowerCase()
    const word = t('composer.roomWord')
    const all =
      canCall &&
      t('composer.roomSearch')
        .split(' ')
        .some((one) => one.startsWith(typed))
    return [...(all ? [{ id: 0, name: t('composer.roomLabel', { word }), text: word }] : []), ...(await members(text))]
  }
}

export function Composer({ room, parentId, onTyping, onEditLast, autoFocus, editor }: ComposerProps) {
  const t = useT()
  const draft = useDraft<RichTextDoc | null>(`chat:${room.uuid}:${parentId ?? 0}`, null)
  const [isEmpty, setEmpty] = useState(draft.value === null)
  const [tooLong, setTooLong] = useState(false)
  const [busy, setBusy] = useState(false)
  const [round, setRound] = useState(0)
  const taken = useRef<RichTextDoc | null>(null)
  const mentions = useMentions(room.current_participant.can_manage)
  const recorder = useRecorder()
  const moments = useMoments()
  const [dialog, setDialog] = useState<'later' | 'waiting' | null>(null)
  const waiting = useRead(routes.scheduled, { params: { uuid: room.uuid } }, { enabled: parentId === undefined })
  useEvent(contract.events['room.advanced'], ({ uuid }) => uuid === room.uuid && waiting.data?.records.length && void waiting.refetch())
  const reset = () => {
    draft.clear()
    setEmpty(true)
    setRound((value) => value + 1)
  }
  const begin = (text: string) => {
    draft.set({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] })
    setEmpty(false)
    setRound((value) => value + 1)
  }
  const submit = () => {
    // the second half of a double press still sees what the first has taken
    if (!draft.value || isEmpty || tooLong || busy || draft.value === taken.current) return
    taken.current = draft.value
    enqueue({ uuid: room.uuid, parentId: parentId ?? null, doc: draft.value, voice: null })
    reset()
  }
  const sendLater = async (at: Date) => {
    if (!draft.value || isEmpty || tooLong) return
    try {
      await call(routes.schedule, {
        params: { uuid: room.uuid },
        body: { rich_text_body: { body: draft.value }, parent_message_id: parentId, send_at: at.toISOString(), creation_uuid: newUuid() },
      })
      reset()
      setDialog(null)
      toast.success(t('later.kept'))
      void waiting.refetch()
    } catch (error) {
      toast.error((error as Error).message)
    }
  }
  const record = () => recorder.start().catch(() => toast.error(t('voice.refused')))
  const sendVoice = async () => {
    try {
      enqueue({ uuid: room.uuid, parentId: parentId ?? null, doc: null, voice: await recorder.finish() })
    } catch (error) {
      toast.error((error as Error).message)
    }
  }
  if (!room.current_participant.can_send_message)
    return (
      <p className="mx-4 mb-4 flex items-center gap-2 rounded-card border bg-surface-2 px-4 py-3 text-13 text-text-2">
        <Icon name="lock" size="sm" />
        {t(room.chat_room_kind === 'space' ? 'composer.joinFirst' : 'composer.closed')}
      </p>
    )
  if (recorder.state !== 'idle')
    return (
      <div className="mx-4 mb-4 flex min-h-14 items-center gap-3 rounded-card border bg-surface px-3" role="group" aria-label={t('voice.recording')}>
        <IconButton icon="trash-2" label={t('voice.cancel')} onClick={recorder.cancel} disabled={recorder.state === 'sending'} />
        <span className="size-2.5 flex-none animate-pulse rounded-full bg-danger motion-reduce:animate-none" />
        <span className="text-13 tabular-nums" role="timer">
          {clock(recorder.ms)}
        </span>
        <span className="flex h-8 min-w-0 flex-1 items-center justify-end gap-[2px] overflow-hidden" aria-hidden="true">
          {recorder.levels.map((level, i) => (
            <span key={i} className="w-[3px] flex-none rounded-full bg-brand" style={{ height: 4 + (level / 100) * 24 }} />
          ))}
        </span>
        <Button variant="primary" icon="send" loading={recorder.state === 'sending'} onClick={() => void sendVoice()}>
          {t('send')}
        </Button>
      </div>
    )
  const label = t(parentId ? 'composer.reply' : 'composer.message', { name: room.chat_room_name })
  const count = waiting.data?.records.length ?? 0
  return (
    <div
      className="px-4 pb-4 max-desk:px-2 max-desk:pb-2"
      onKeyDownCapture={(event) => {
        if (event.key !== 'ArrowUp' || !isEmpty || !onEditLast || !(event.target as Element).matches('textarea, [contenteditable="true"]')) return
        event.preventDefault()
        onEditLast()
      }}
    >
      {count > 0 && (
        <button
          type="button"
          className="mb-1.5 flex items-center gap-1.5 rounded-control text-12 text-text-2 hover:text-text max-desk:min-h-11"
          onClick={() => setDialog('waiting')}
        >
          <Icon name="clock" size="sm" />
          {t('later.count', { count })}
        </button>
      )}
      {isEmpty && parentId === undefined && <Slot of={contract.slots['chat.composer.lead']} props={{ room, onPick: begin }} />}
      <Editor
        key={round}
        ref={editor}
        size="small"
        tray
        value={draft.value}
        label={label}
        placeholder={label}
        enterSends
        autoFocus={autoFocus || round > 0}
        maxLength={MAX_TEXT}
        mentions={mentions}
        onBusy={setBusy}
        onSubmit={submit}
        onChange={(doc, info) => {
          draft.set(doc)
          setEmpty(info.isEmpty)
          setTooLong(info.tooLong)
          if (!info.isEmpty) onTyping?.()
        }}
        actions={
          <>
            {isEmpty && canRecord() && <IconButton icon="mic" label={t('voice.record')} onClick={() => void record()} />}
            <SplitButton
              size="sm"
              variant="primary"
              icon="send"
              disabled={isEmpty || tooLong || busy}
              onClick={submit}
              menuLabel={t('later.title')}
              items={[
                { heading: t('later.title') },
                ...moments.map(({ label: when, at }) => ({ label: when, icon: 'clock', onSelect: () => void sendLater(at) })),
                { label: t('later.choose'), icon: 'calendar', onSelect: () => setDialog('later') },
              ]}
            >
              <span className="max-desk:sr-only">{t('send')}</span>
            </SplitButton>
          </>
        }
      />
      {dialog === 'later' && (
        <MomentDialog title={t('later.title')} action={t('later.action')} onClose={() => setDialog(null)} onPick={(at) => void sendLater(at)} />
      )}
      {dialog === 'waiting' && waiting.data && (
        <WaitingDialog uuid={room.uuid} records={waiting.data.records} onClose={() => setDialog(null)} onChange={() => void waiting.refetch()} />
      )}
    </div>
  )
}

/** Changes a message that was sent. */
export function EditBox({ message, onDone }: { message: Message; onDone: (changed?: Message) => void }) {
  const t = useT()
  const [doc, setDoc] = useState<RichTextDoc | null>(message.rich_text_body?.body ?? null)
  const [saving, setSaving] = useState(false)
  const [attaching, setAttaching] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  // The last message may stand above what is in view.
  useEffect(() => void box.current?.scrollIntoView({ block: 'nearest' }), [])
  const [isEmpty, setEmpty] = useState(false)
  const [tooLong, setTooLong] = useState(false)
  const save = async () => {
    if (!doc || isEmpty || tooLong || saving || attaching) return
    setSaving(true)
    try {
      onDone(await call(routes.updateMessage, { params: { uuid: message.chat_room_uuid, id: message.id }, body: { rich_text_body: { body: doc } } }))
    } catch (error) {
      toast.error((error as Error).message)
      setSaving(false)
    }
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the field within
    <div ref={box} className="mt-1 scroll-my-4" onKeyDown={(event) => event.key === 'Escape' && onDone()}>
      <Editor
        size="small"
        tray
        value={doc}
        label={t('edit.label')}
        enterSends
        autoFocus
        maxLength={MAX_TEXT}
        mentions={members}
        onSubmit={() => void save()}
        onBusy={setAttaching}
        onChange={(next, info) => {
          setDoc(next)
          setEmpty(info.isEmpty)
          setTooLong(info.tooLong)
        }}
        actions={
          <>
            <Button size="sm" variant="ghost" onClick={() => onDone()}>
              {t('cancel')}
            </Button>
            <Button size="sm" variant="primary" loading={saving} disabled={isEmpty || tooLong || attaching} onClick={() => void save()}>
              {t('save')}
            </Button>
          </>
        }
      />
    </div>
  )
}

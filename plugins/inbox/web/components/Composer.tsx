/** Where the team writes: a reply, or a note for itself. What was written is kept on the device. */
import { Button, cx, Icon, IconButton, SplitButton, useDraft, useT } from '@atrium/sdk/web'
import { useId, useState } from 'react'
import { type Chat, MAX_TEXT } from '../../contract.ts'
import { ComposerNotices } from './ComposerNotices.tsx'
import { ComposerTools } from './ComposerTools.tsx'
import { PreparedMenu } from './PreparedMenu.tsx'
import { type Attached, useAttached } from './useAttached.ts'
import { useSending } from './useSending.ts'
import { useWriting } from './useWriting.ts'

function Modes({ isNote, isClosed, onChange }: { isNote: boolean; isClosed: boolean; onChange: (isNote: boolean) => void }) {
  const t = useT()
  const look = 'inline-flex h-7 items-center gap-1.5 rounded-control px-2 text-13 font-medium disabled:opacity-50 max-desk:h-11'
  const tone = (on: boolean) => (on ? (isNote ? 'bg-warning/15' : 'bg-hover text-text') : isNote ? '' : 'text-text-3 hover:text-text')
  return (
    <div role="group" aria-label={t('composer.mode')} className="flex gap-0.5">
      <button type="button" aria-pressed={!isNote} disabled={isClosed} onClick={() => onChange(false)} className={cx(look, tone(!isNote))}>
        {t('composer.reply')}
      </button>
      <button type="button" aria-pressed={isNote} onClick={() => onChange(true)} className={cx(look, tone(isNote))}>
        <Icon name="lock" size="sm" />
        {t('composer.note')}
      </button>
    </div>
  )
}

function Files({ files, onRemove }: { files: readonly Attached[]; onRemove: (key: string) => void }) {
  const t = useT()
  if (files.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-1.5 px-3 pt-1">
      {files.map(({ key, name, progress, signedId }) => (
        <li key={key} className="inline-flex max-w-60 items-center gap-1.5 rounded-control border bg-surface ps-2 text-12 text-text">
          <Icon name="file-text" size="sm" className="flex-none" />
          <span className="min-w-0 truncate">{name}</span>
          {signedId === null && <span className="text-text-3 tabular-nums">{Math.round(progress)}%</span>}
          <IconButton size="sm" icon="x" label={t('files.remove', { name })} onClick={() => onRemove(key)} className="max-desk:size-11" />
        </li>
      ))}
    </ul>
  )
}

interface Kept {
  reply: string
  note: string
}
const EMPTY: Kept = { reply: '', note: '' }

interface ComposerProps {
  chat: Chat
  lastId: number | undefined
  /** Tells colleagues that somebody answers. */
  onTyping: () => void
  onSent: () => void
}
export function Composer({ chat, lastId, onTyping, onSent }: ComposerProps) {
  const t = useT()
  const menuId = useId()
  const isClosed = chat.status === 'closed'
  const [wantsNote, setNote] = useState(false)
  const isNote = wantsNote || isClosed
  const mode = isNote ? 'note' : 'reply'
  const draft = useDraft<Kept>(`inbox:${chat.id}`, EMPTY)
  const text = draft.value[mode]
  const attached = useAttached()
  const sending = useSending({
    chatId: chat.id,
    lastId,
    onSent: () => {
      const rest = { ...draft.value, [mode]: '' }
      if (rest.reply || rest.note) draft.set(rest)
      else draft.clear()
      attached.clear()
      onSent()
    },
  })
  const setText = (next: string) => {
    if (sending.error) sending.forget()
    draft.set({ ...draft.value, [mode]: next.slice(0, MAX_TEXT) })
    if (!isNote && next) onTyping()
  }
  const isEmpty = text.trim() === '' && attached.files.length === 0
  const send = (solve = false) => {
    if (isEmpty || attached.isBusy || sending.isSending) return
    sending.send({ text: text.trim(), files: attached.files.flatMap(({ signedId }) => signedId ?? []), isNote, solve })
  }
  const { field, put, ask, prepared } = useWriting({ text, setText, person: chat.person, onSend: () => send() })
  const isOpen = prepared.word !== null && (prepared.replies.length > 0 || prepared.word === '')
  const button = { size: 'sm' as const, variant: 'primary' as const, disabled: isEmpty || attached.isBusy, loading: sending.isSending, onClick: () => send() }
  return (
    <div className="relative px-4 pb-3.5 max-desk:px-2 max-desk:pb-[calc(8px+env(safe-area-inset-bottom))]">
      <ComposerNotices sending={sending} />
      <div
        className={cx(
          'relative rounded-card border focus-within:border-brand',
          isNote ? 'border-warning/40 bg-warning-soft text-warning' : 'border-border-field bg-surface',
        )}
      >
        {isOpen && <PreparedMenu id={menuId} word={prepared.word ?? ''} replies={prepared.replies} active={prepared.active} onPick={prepared.pick} />}
        <div className="flex items-center justify-between gap-2 px-2 pt-1.5">
          <Modes isNote={isNote} isClosed={isClosed} onChange={setNote} />
          <span className={cx('truncate text-12 max-desk:hidden', !isNote && 'text-text-3')}>
            {t(
              isClosed
                ? 'composer.closed'
                : isNote
                  ? 'composer.note_hint'
                  : chat.person.email || chat.person.member_id
                    ? 'composer.mail_hint'
                    : 'composer.reply_hint',
            )}
          </span>
        </div>
        <textarea
          {...field}
          rows={2}
          dir="auto"
          maxLength={MAX_TEXT}
          readOnly={sending.isSending}
          aria-label={t(`composer.${mode}`)}
          aria-autocomplete="list"
          aria-controls={isOpen ? menuId : undefined}
          aria-activedescendant={isOpen && prepared.replies.length > 0 ? `${menuId}-${prepared.active}` : undefined}
          placeholder={t(`composer.${mode}_example`)}
          className="block max-h-[40dvh] min-h-[52px] w-full resize-none bg-transparent px-3.5 py-2 text-15 outline-none [field-sizing:content] placeholder:text-current/60 max-desk:text-16"
        />
        <Files files={attached.files} onRemove={attached.remove} />
        <div className="flex items-center justify-between gap-2 p-1.5">
          <ComposerTools
            chatId={chat.id}
            isNote={isNote}
            onFiles={attached.add}
            onPut={(words) => put(words)}
            onPrepared={ask}
            onDraft={(words) => setText(text.trim() ? `${text.trimEnd()}\n\n${words}` : words)}
          />
          {isNote || chat.status !== 'open' ? (
            <Button {...button}>{t(isNote ? 'composer.add_note' : 'composer.send')}</Button>
          ) : (
            <SplitButton {...button} menuLabel={t('composer.ways')} items={[{ label: t('composer.send_solve'), icon: 'check', onSelect: () => send(true) }]}>
              {t('composer.send')}
            </SplitButton>
          )}
        </div>
      </div>
    </div>
  )
}

/** What one puts into a message: files, prepared replies, emoji, names of colleagues, an answer as AI would write it. */
import { Button, EmojiPicker, IconButton, Menu, messageOf, toast, useRead, useSession, useT, useWrite } from '@atrium/sdk/web'
import { useRef } from 'react'
import ai from '../../../ai/contract.ts'
import contract from '../../contract.ts'

const { routes } = contract

function Attach({ onFiles }: { onFiles: (files: File[]) => void }) {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton size="sm" icon="paperclip" label={t('files.add')} onClick={() => input.current?.click()} className="max-desk:size-11" />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </>
  )
}

function Mention({ onPick }: { onPick: (text: string) => void }) {
  const t = useT()
  const colleagues = useRead(routes.colleagues, undefined, { staleTime: 300_000 }).data?.records ?? []
  return (
    <Menu
      align="start"
      trigger={<IconButton size="sm" icon="at-sign" label={t('composer.mention')} className="max-desk:size-11" />}
      items={colleagues.map(({ name }) => ({ label: name, onSelect: () => onPick(`@${name} `) }))}
    />
  )
}

interface DraftingOptions {
  chatId: number
  onDraft: (text: string) => void
}
/** Only where a model writes here. */
function Drafting({ chatId, onDraft }: DraftingOptions) {
  const t = useT()
  const { has } = useSession()
  const { data: model } = useRead(ai.routes.writing, undefined, { enabled: has('ai'), staleTime: 300_000 })
  const draft = useWrite(routes.draft, {
    onSuccess: ({ text }) => onDraft(text),
    onError: (error) => toast.error(messageOf(error, t('failed'))),
  })
  if (!model?.can_write) return null
  return (
    <Button
      size="sm"
      variant="ghost"
      icon="sparkles"
      loading={draft.isPending}
      onClick={() => draft.mutate({ params: { id: chatId } })}
      aria-label={t('composer.draft')}
    >
      <span className="max-desk:hidden">{t('composer.draft')}</span>
    </Button>
  )
}

interface ComposerToolsProps extends DraftingOptions {
  isNote: boolean
  onFiles: (files: File[]) => void
  onPut: (text: string) => void
  onPrepared: () => void
}
export function ComposerTools({ isNote, onFiles, onPut, onPrepared, ...drafting }: ComposerToolsProps) {
  const t = useT()
  return (
    <div className="flex min-w-0 items-center">
      <Attach onFiles={onFiles} />
      <IconButton size="sm" icon="zap" label={t('prepared.title')} onClick={onPrepared} className="max-desk:size-11" />
      <EmojiPicker
        label={t('composer.emoji')}
        onPick={onPut}
        trigger={<IconButton size="sm" icon="smile" label={t('composer.emoji')} className="max-desk:size-11" />}
      />
      {isNote && <Mention onPick={onPut} />}
      {!isNote && <Drafting {...drafting} />}
    </div>
  )
}

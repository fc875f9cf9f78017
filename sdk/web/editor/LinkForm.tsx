/** Asks for the address of a link, a card or a GIF; a link without a selection gets the address as its text. */
import type { Editor } from '@tiptap/core'
import { type KeyboardEvent, useState } from 'react'
import { safeHref } from '../../richtext/rules.ts'
import { useWords } from '../core/i18n.tsx'
import { Button } from '../ui/Button.tsx'
import { Input } from '../ui/Field.tsx'

/** What people type: `example.com`, `me@example.com`. */
function complete(typed: string): string | null {
  const text = typed.trim()
  if (/^[a-z][a-z0-9+.-]*:/i.test(text)) return safeHref(text)
  return safeHref(/^[^\s/]+@[^\s/]+\.[^\s/]+$/.test(text) ? `mailto:${text}` : `https://${text}`)
}

interface LinkFormProps {
  editor: Editor
  kind: 'link' | 'embed' | 'gif'
  /** Opens the file chooser. */
  onPick: (accept: string) => void
  onClose: () => void
}
const ASKED = { link: 'editor.address', embed: 'editor.cardAddress', gif: 'editor.gifAddress' } as const

export function LinkForm({ editor, kind, onPick, onClose }: LinkFormProps) {
  const t = useWords()
  const card = kind !== 'link'
  const [address, setAddress] = useState<string>(card ? '' : (editor.getAttributes('link').href ?? ''))
  const [wrong, setWrong] = useState(false)
  const linked = !card && editor.isActive('link')
  const close = () => {
    onClose()
    editor.commands.focus()
  }
  const dismiss = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    close()
  }
  const apply = () => {
    const href = complete(address)
    if (!href || (card && href.startsWith('mailto:'))) return setWrong(true)
    const chain = editor.chain().focus()
    if (card) chain.insertContent([{ type: 'embed', attrs: { url: href } }, { type: 'paragraph' }]).run()
    else if (editor.state.selection.empty && !linked)
      chain.insertContent({ type: 'text', text: address.trim(), marks: [{ type: 'link', attrs: { href } }] }).run()
    else chain.extendMarkRange('link').setLink({ href }).run()
    onClose()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes, wherever in the form one is
    <div className="flex flex-wrap items-center gap-2 border-t px-2.5 py-2" onKeyDown={dismiss}>
      <Input
        size="sm"
        autoFocus
        inputMode="url"
        aria-label={t(ASKED[kind])}
        aria-invalid={wrong || undefined}
        placeholder="https://"
        value={address}
        onChange={(event) => {
          setAddress(event.target.value)
          setWrong(false)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          apply()
        }}
        className="min-w-40 flex-1 basis-40"
      />
      {wrong && (
        <p role="alert" className="text-12 text-danger">
          {t('editor.badAddress')}
        </p>
      )}
      {kind === 'gif' && (
        <Button
          size="sm"
          icon="image-play"
          onClick={() => {
            onClose()
            onPick('image/gif,image/webp')
          }}
        >
          {t('editor.gifFile')}
        </Button>
      )}
      {linked && (
        <Button
          size="sm"
          variant="danger-ghost"
          onClick={() => {
            editor.chain().focus().extendMarkRange('link').unsetLink().run()
            onClose()
          }}
        >
          {t('editor.unlink')}
        </Button>
      )}
      <Button size="sm" variant="ghost" onClick={close}>
        {t('cancel')}
      </Button>
      <Button size="sm" variant="primary" onClick={apply}>
        {t(card ? 'editor.applyCard' : 'editor.apply')}
      </Button>
    </div>
  )
}

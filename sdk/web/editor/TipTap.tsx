/** The editor itself: the shared schema with typing, tools, suggestions and uploads round it. */
import { EditorContent, type Editor as TipTapEditor, useEditor } from '@tiptap/react'
import { Placeholder } from '@tiptap/extension-placeholder'
import { useEffect, useRef, useState } from 'react'
import type { RichTextDoc } from '../../core/schemas.ts'
import { isEmptyDoc, type RichNode } from '../../richtext/rules.ts'
import { extensions } from '../../richtext/schema.ts'
import { docToText } from '../../richtext/text.ts'
import { useWords } from '../core/i18n.tsx'
import { cx } from '../ui/cx.ts'
import { toast } from '../ui/overlays.tsx'
import { Bubble } from './Bubble.tsx'
import type { EditorProps } from './Editor.tsx'
import { LinkForm } from './LinkForm.tsx'
import { suggesting, Suggestions, SuggestionStore } from './suggestions.tsx'
import { Toolbar } from './Toolbar.tsx'
import { Uploads } from './uploads.ts'

interface TipTapProps extends EditorProps {
  label: string
  /** Typed before this code had come. */
  initialText: string
}

export default function TipTap({
  value,
  onChange,
  placeholder,
  label,
  size = 'full',
  onSubmit,
  mentions,
  onBusy,
  autoFocus,
  disabled,
  actions,
  initialText,
  className,
}: TipTapProps) {
  const t = useWords()
  const small = size === 'small'
  const emitted = useRef<RichTextDoc | null>(value)
  const latest = useRef({ onChange, onSubmit, mentions, onBusy })
  latest.current = { onChange, onSubmit, mentions, onBusy }
  const [suggestions] = useState(() => new SuggestionStore())
  const [linking, setLinking] = useState(false)
  const picker = useRef<HTMLInputElement>(null)

  const pick = (accept: string) => {
    if (!picker.current) return
    picker.current.accept = accept
    picker.current.click()
  }
  const tell = (editor: TipTapEditor) => {
    const doc = editor.getJSON() as RichTextDoc
    emitted.current = doc
    latest.current.onChange(doc, { isEmpty: isEmptyDoc(doc as RichNode), text: docToText(doc as RichNode) })
  }

  const editor = useEditor({
    extensions: [
      ...extensions,
      Placeholder.configure({ placeholder: placeholder ?? '' }),
      Uploads.configure({
        onBusy: (busy: boolean) => latest.current.onBusy?.(busy),
        onError: (message: string) => toast.error(message),
        words: { failed: t('error.upload'), cancel: t('cancel') },
      }),
      suggesting(suggestions, {
        slash: !small,
        mentions: mentions ? (text) => latest.current.mentions?.(text) ?? Promise.resolve([]) : null,
        t,
        pick,
      }),
    ],
    content: value as object | null,
    editable: !disabled,
    autofocus: autoFocus ? 'end' : false,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        class: cx('rich-text outline-none', small ? 'rich-text-small min-h-11 px-3.5 pb-1 pt-3 max-desk:text-16' : 'min-h-32'),
      },
      handleKeyDown: (_, event) => {
        if (event.key === 'Enter' && (event.metaKey || event.ctrlKey) && latest.current.onSubmit) {
          latest.current.onSubmit()
          return true
        }
        if (event.key === 'k' && (event.metaKey || event.ctrlKey)) {
          event.preventDefault()
          event.stopPropagation()
          setLinking(true)
          return true
        }
        return false
      },
    },
    onUpdate: ({ editor: changed }) => tell(changed),
  })

  useEffect(() => {
    if (!editor || !initialText) return
    editor.commands.insertContent(initialText)
  }, [editor, initialText])
  useEffect(() => {
    if (!editor || value === emitted.current) return
    emitted.current = value
    editor.commands.setContent((value as object | null) ?? '', { emitUpdate: false })
  }, [editor, value])
  useEffect(() => editor?.setEditable(!disabled, false), [editor, disabled])

  if (!editor) return null
  return (
    <div className={cx('min-w-0', small && 'field rounded-card border-field', disabled && 'opacity-60', className)}>
      <EditorContent editor={editor} />
      {!disabled && <Bubble editor={editor} onLink={() => setLinking(true)} />}
      <Suggestions store={suggestions} />
      {linking && <LinkForm editor={editor} onClose={() => setLinking(false)} />}
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          event.target.value = ''
          editor.commands.upload(files)
        }}
      />
      <Toolbar editor={editor} small={small} canMention={Boolean(mentions)} onLink={() => setLinking(true)} onPick={pick} actions={actions} />
    </div>
  )
}

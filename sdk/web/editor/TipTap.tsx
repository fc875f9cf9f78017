/** The editor itself: the shared schema with typing, tools, suggestions, pasting and uploads round it. */
import shell from '../../kernel/shell/contract.ts'
import type { AnyExtension } from '@tiptap/core'
import { EditorContent, type Editor as TipTapEditor, useEditor, useEditorState } from '@tiptap/react'
import { Placeholder } from '@tiptap/extension-placeholder'
import { lazy, Suspense, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import type { RichTextDoc } from '../../core/schemas.ts'
import { isEmptyDoc, RECORD_NODES, type RichNode } from '../../richtext/rules.ts'
import { extensions } from '../../richtext/schema.ts'
import { docToText } from '../../richtext/text.ts'
import { useBoot } from '../core/boot.ts'
import { searchEmoji } from '../core/emoji.ts'
import { useWords } from '../core/i18n.tsx'
import { contributions, Slot } from '../core/slots.tsx'
import { cx } from '../ui/cx.ts'
import { Icon } from '../ui/Icon.tsx'
import { toast } from '../ui/toast.ts'
import { Bubble } from './Bubble.tsx'
import type { EditorProps } from './props.ts'
import { LinkForm } from './LinkForm.tsx'
import { withViews } from './nodes.tsx'
import { emojiOption, mentionOption } from './offers.ts'
import { Pasting } from './paste.ts'
import { usePlaces } from './places.ts'
import { suggesting, Suggestions, SuggestionStore } from './suggestions.tsx'
import { Tasks } from './tasks.ts'
import { Toolbar } from './Toolbar.tsx'
import { joinDoc, splitDoc, TrayChips, useTray } from './tray.tsx'
import { Uploads } from './uploads.ts'

const TableTools = lazy(() => import('./TableTools.tsx'))

interface TipTapProps extends EditorProps {
  label: string
  /** Typed before this code had come. */
  initialText: string
  /** Given before this code had come. */
  initialFiles: readonly File[]
}
const shared = withViews(extensions as AnyExtension[])
/** What typing makes in replies and messages; the schema stays whole, so that nothing stored is lost. */
const SMALL_RULES = ['bold', 'italic', 'strike', 'code', 'codeBlock', 'bulletList', 'orderedList', 'blockquote', 'link']

/** Kinds of records that a plugin which is on makes new ones of. */
function useRecords(): string[] {
  const boot = useBoot()
  return RECORD_NODES.filter((type) => contributions(boot, `richtext.${type}.new`).length > 0)
}

export default function TipTap(props: TipTapProps) {
  const {
    value,
    placeholder,
    label,
    size: form = 'full',
    mentions,
    autoFocus,
    disabled,
    actions,
    initialText,
    initialFiles,
    className,
    maxLength,
    tray: beside = false,
  } = props
  const t = useWords()
  const small = form === 'small'
  const emitted = useRef<RichTextDoc | null>(value)
  const given = useRef(value)
  const begun = useRef({ text: initialText, files: initialFiles, focus: autoFocus })
  const [parts] = useState(() => (beside ? splitDoc(value) : { words: value, files: [] }))
  const tray = useTray(
    parts.files,
    () => editor && tell(editor),
    (busy) => latest.current.onBusy(busy),
  )
  const places = usePlaces(Boolean(mentions))
  const latest = useRef({ ...props, places })
  latest.current = { ...props, places }
  const [suggestions] = useState(() => new SuggestionStore())
  const [asking, setAsking] = useState<'link' | 'embed' | 'gif' | null>(null)
  const [making, setMaking] = useState<string | null>(null)
  const records = useRecords()
  const picker = useRef<HTMLInputElement>(null)
  const frame = useRef<HTMLDivElement>(null)

  const pick = (accept: string) => {
    if (!picker.current) return
    picker.current.accept = accept
    picker.current.click()
  }
  const [size, setSize] = useState(() => (value ? docToText(value as RichNode).length : 0))
  const over = maxLength === undefined ? 0 : Math.max(0, size - maxLength)
  const tell = (editor: TipTapEditor) => {
    const doc = joinDoc(editor.getJSON() as RichTextDoc, tray.files())
    emitted.current = doc
    const text = docToText(doc as RichNode)
    setSize(text.length)
    const tooLong = text.length > (latest.current.maxLength ?? Number.POSITIVE_INFINITY)
    latest.current.onChange(doc, { isEmpty: isEmptyDoc(doc as RichNode), text, tooLong })
  }
  const mention = async (text: string) => {
    const members = await latest.current.mentions!(text)
    return [...members, ...latest.current.places(text)].map(mentionOption)
  }

  const editor = useEditor({
    extensions: [
      ...shared,
      Placeholder.configure({ placeholder: placeholder ?? '' }),
      Uploads.configure({
        onBusy: (busy: boolean) => latest.current.onBusy(busy),
        onError: (message: string) => toast.error(message),
        take: beside ? tray.add : null,
        words: { failed: t('error.upload'), cancel: t('cancel'), waiting: t('upload.waiting'), goOn: t('upload.goOn') },
      }),
      Tasks,
      Pasting.configure({ small }),
      suggesting(suggestions, {
        slash: !small,
        mentions: mentions ? mention : null,
        emoji: async (text) => (await searchEmoji(text)).map(({ emoji, label: name }) => emojiOption(emoji, name)),
        t,
        pick,
        embed: () => setAsking('embed'),
        gif: () => setAsking('gif'),
        records,
        make: setMaking,
      }),
    ],
    content: parts.words as object | null,
    editable: !disabled,
    enableInputRules: small ? SMALL_RULES : true,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        class: cx('rich-text outline-none', small ? 'rich-text-small min-h-11 px-3.5 pb-1 pt-3 max-desk:text-16' : 'min-h-32'),
      },
      handleKeyDown: (view, event) => {
        const { onSubmit, enterSends } = latest.current
        const mod = event.metaKey || event.ctrlKey
        if (event.key === 'Enter' && onSubmit && !event.isComposing && !suggestions.shown) {
          // Inside a list or code, enter goes on writing there.
          if (
            (mod && !event.shiftKey) ||
            (enterSends && !event.shiftKey && view.state.selection.$from.depth === 1 && !view.state.selection.$from.parent.type.spec.code)
          ) {
            onSubmit()
            return true
          }
        }
        if (event.key === 'k' && mod) {
          event.preventDefault()
          event.stopPropagation()
          setAsking('link')
          return true
        }
        if (event.key === 'F10' && event.altKey) {
          event.preventDefault()
          frame.current?.querySelector<HTMLElement>('[role=toolbar] button[tabindex="0"]')?.focus()
          return true
        }
        return false
      },
    },
    onUpdate: ({ editor: changed }) => tell(changed),
  })

  useImperativeHandle(props.ref, () => ({ focus: () => void editor?.view.focus(), attach: (files) => void editor?.commands.upload([...files]) }), [editor])
  // Before anything else is typed: TipTap's own focus comes a frame late, and a key pressed until then would be lost.
  useLayoutEffect(() => {
    if (!editor) return
    const { text, files, focus } = begun.current
    if (text) editor.commands.insertContent(text)
    if (files.length) editor.commands.upload([...files])
    if (!focus) return
    editor.commands.focus('end')
    editor.view.focus()
  }, [editor])
  useEffect(() => {
    // What was typed before this code came is newer than the value given so far.
    if (!editor || value === given.current) return
    given.current = value
    if (value === emitted.current) return
    emitted.current = value
    setSize(value ? docToText(value as RichNode).length : 0)
    const { words, files } = beside ? splitDoc(value) : { words: value, files: [] }
    editor.commands.setContent((words as object | null) ?? '', { emitUpdate: false })
    if (beside) tray.reset(files)
  }, [editor, value, beside, tray.reset])
  useEffect(() => editor?.setEditable(!disabled, false), [editor, disabled])

  if (!editor) return null
  const made = (id?: number) => {
    if (making && id)
      editor
        .chain()
        .focus()
        .insertContent([{ type: making, attrs: { id } }, { type: 'paragraph' }])
        .run()
    else editor.commands.focus()
    setMaking(null)
  }
  return (
    <div ref={frame} className={cx('min-w-0', small && 'field rounded-card border-field', disabled && 'opacity-60', className)}>
      {beside && <TrayChips tray={tray} onDone={() => editor.view.focus()} />}
      <EditorContent editor={editor} />
      {over > 0 && (
        <p role="alert" className={cx('flex items-center gap-1.5 py-1 text-13 text-danger', small && 'px-3.5')}>
          <Icon name="circle-alert" size="sm" />
          {t('field.tooLong', { max: maxLength!, count: over })}
        </p>
      )}
      {!disabled && <Bubble editor={editor} small={small} onLink={() => setAsking('link')} />}
      {!disabled && <Tables editor={editor} />}
      <Suggestions store={suggestions} />
      {asking && <LinkForm editor={editor} kind={asking} onPick={pick} onClose={() => setAsking(null)} />}
      {making && <Slot of={shell.slots['richtext.*.new']} part={making} props={{ onDone: made, onCancel: () => made() }} />}
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
      <Toolbar
        editor={editor}
        small={small}
        files={!small || beside}
        canMention={Boolean(mentions)}
        onLink={() => setAsking('link')}
        onEmbed={() => setAsking('embed')}
        onPick={pick}
        actions={actions}
      />
    </div>
  )
}

/** What edits tables comes with the first one that is entered, and stays. */
function Tables({ editor }: { editor: TipTapEditor }) {
  const inside = useEditorState({ editor, selector: ({ editor: now }) => now.isActive('table') })
  const [met, setMet] = useState(false)
  if (inside && !met) setMet(true)
  return met ? (
    <Suspense fallback={null}>
      <TableTools editor={editor} />
    </Suspense>
  ) : null
}

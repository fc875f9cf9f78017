/** The tools that float over a selection: marks for words, words for a picture. */
import type { Editor } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import { useEditorState } from '@tiptap/react'
import { useWords } from '../core/i18n.tsx'
import { ALIGNMENTS, PICTURE_SIZES } from '../../richtext/rules.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { Input, Select } from '../ui/Field.tsx'
import { Float } from './Float.tsx'
import { bold, code, italic, strike, heading2, quote } from './tools.ts'

const FULL = [bold, italic, strike, code, heading2, quote]
const SMALL = [bold, italic, strike, code, quote]
/** Nodes that are chosen as a whole and have tools of their own. */
const WHOLE = ['image', 'video', 'embed']

export function Bubble({ editor, small, onLink }: { editor: Editor; small: boolean; onLink: () => void }) {
  const t = useWords()
  const tools = small ? SMALL : FULL
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => {
      const { selection } = now.state
      const node = selection instanceof NodeSelection ? selection.node : null
      return {
        pressed: Object.fromEntries([...tools.map((tool) => [tool.key, tool.active(now)]), ['link', now.isActive('link')]]) as Record<string, boolean>,
        whole: node && WHOLE.includes(node.type.name) ? { type: node.type.name, attrs: node.attrs } : null,
      }
    },
  })
  const tool = (key: string, icon: string, run: () => void, keys?: string) => (
    <IconButton
      key={key}
      icon={icon}
      label={t(`editor.${key}`)}
      data-tip-keys={keys}
      pressed={state.pressed[key]}
      onMouseDown={(event) => event.preventDefault()}
      onClick={run}
    />
  )
  return (
    <Float editor={editor} shows={shows}>
      {state.whole ? (
        <Whole editor={editor} type={state.whole.type} attrs={state.whole.attrs} />
      ) : (
        <div role="toolbar" aria-label={t('editor.tools')} className="flex gap-0.5">
          {tools.map((each) => tool(each.key, each.icon, () => each.run(editor), each.keys))}
          {tool('link', 'link', onLink)}
        </div>
      )}
    </Float>
  )
}

/** Over words, and over what is chosen as a whole. */
function shows(editor: Editor): boolean {
  const { selection, doc } = editor.state
  if (selection instanceof NodeSelection) return WHOLE.includes(selection.node.type.name)
  return !selection.empty && !editor.isActive('codeBlock') && doc.textBetween(selection.from, selection.to).trim() !== ''
}

/** The tools of a picture, a video or a card. */
function Whole({ editor, type, attrs }: { editor: Editor; type: string; attrs: Record<string, unknown> }) {
  const t = useWords()
  const set = (changes: Record<string, unknown>) => editor.commands.updateAttributes(type, changes)
  const words = (name: 'alt' | 'caption') => (
    <Input
      size="sm"
      aria-label={t(`editor.${name}`)}
      placeholder={t(`editor.${name}`)}
      value={String(attrs[name] ?? '')}
      maxLength={1000}
      onChange={(event) => set({ [name]: event.target.value })}
      className="w-44"
    />
  )
  return (
    <div className="flex flex-wrap items-center gap-1">
      {type === 'image' && words('alt')}
      {type !== 'embed' && words('caption')}
      {type === 'image' && (
        <>
          <Select
            size="sm"
            aria-label={t('editor.size')}
            className="w-20"
            value={String(attrs.size ?? 100)}
            onChange={(event) => set({ size: Number(event.target.value) })}
            options={PICTURE_SIZES.map((size) => ({ value: String(size), label: `${size}%` }))}
          />
          {ALIGNMENTS.map((side) => (
            <IconButton
              key={side}
              icon={`align-${side}`}
              label={t(`editor.align${side.charAt(0).toUpperCase()}${side.slice(1)}`)}
              pressed={(attrs.align ?? 'left') === side}
              onClick={() => set({ align: side })}
            />
          ))}
        </>
      )}
      {type === 'embed' && (
        <Button
          size="sm"
          variant="ghost"
          onClick={() => {
            const url = String(attrs.url)
            const link = { type: 'text', text: url, marks: [{ type: 'link', attrs: { href: url } }] }
            editor
              .chain()
              .focus()
              .insertContent({ type: 'paragraph', content: [link] })
              .run()
          }}
        >
          {t('editor.asLink')}
        </Button>
      )}
      <IconButton icon="trash-2" label={t('editor.remove')} onClick={() => editor.chain().focus().deleteSelection().run()} />
    </div>
  )
}

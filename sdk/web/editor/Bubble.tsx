/** The tools that float over a selection: marks for words, words for a picture. */
import { BubbleMenu } from '@tiptap/react/menus'
import type { Editor } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import { useEditorState } from '@tiptap/react'
import { useWords } from '../core/i18n.tsx'
import { IconButton } from '../ui/Button.tsx'
import { Input } from '../ui/Field.tsx'
import { bold, code, italic, strike, heading2, quote } from './tools.ts'

const TOOLS = [bold, italic, strike, code, heading2, quote]

export function Bubble({ editor, onLink }: { editor: Editor; onLink: () => void }) {
  const t = useWords()
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => {
      const { selection } = now.state
      const node = selection instanceof NodeSelection ? selection.node : null
      return {
        pressed: Object.fromEntries([...TOOLS.map((tool) => [tool.key, tool.active(now)]), ['link', now.isActive('link')]]) as Record<string, boolean>,
        picture: node?.type.name === 'image' ? { alt: String(node.attrs.alt ?? ''), caption: String(node.attrs.caption ?? '') } : null,
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
  const words = (name: 'alt' | 'caption') => (
    <Input
      size="sm"
      aria-label={t(`editor.${name}`)}
      placeholder={t(`editor.${name}`)}
      value={state.picture?.[name] ?? ''}
      maxLength={1000}
      onChange={(event) => editor.commands.updateAttributes('image', { [name]: event.target.value })}
      className="w-44"
    />
  )
  return (
    <BubbleMenu
      editor={editor}
      options={{ placement: 'top', offset: 8 }}
      shouldShow={({ editor: now, state: { selection }, element, view }) => {
        const inside = view.hasFocus() || element.contains(document.activeElement)
        if (!inside || !now.isEditable) return false
        if (selection instanceof NodeSelection) return selection.node.type.name === 'image'
        return !selection.empty && !now.isActive('codeBlock') && now.state.doc.textBetween(selection.from, selection.to).trim() !== ''
      }}
      className="z-60 flex items-center gap-0.5 rounded-card bg-surface p-1 shadow-float"
    >
      {state.picture ? (
        <div className="flex flex-wrap items-center gap-1">
          {words('alt')}
          {words('caption')}
          <IconButton icon="trash-2" label={t('editor.remove')} onClick={() => editor.chain().focus().deleteSelection().run()} />
        </div>
      ) : (
        <div role="toolbar" aria-label={t('editor.tools')} className="flex gap-0.5">
          {TOOLS.map((each) => tool(each.key, each.icon, () => each.run(editor), each.keys))}
          {tool('link', 'link', onLink)}
        </div>
      )}
    </BubbleMenu>
  )
}

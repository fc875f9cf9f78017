/** What the toolbars of the editor offer. */
import type { Editor } from '@tiptap/core'
import { insertTable } from './offers.ts'

export interface Tool {
  key: string
  icon: string
  /** Printed in the tooltip; `mod` is the command or control key. */
  keys?: string
  active: (editor: Editor) => boolean
  run: (editor: Editor) => void
}
const mark = (key: string, icon: string, name: string, keys: string): Tool => ({
  key,
  icon,
  keys,
  active: (editor) => editor.isActive(name),
  run: (editor) => void editor.chain().focus().toggleMark(name).run(),
})
const block = (key: string, icon: string, name: string, run: (chain: ReturnType<Editor['chain']>) => ReturnType<Editor['chain']>, attrs?: object): Tool => ({
  key,
  icon,
  active: (editor) => editor.isActive(name, attrs),
  run: (editor) => void run(editor.chain().focus()).run(),
})

const mod = typeof navigator !== 'undefined' && /Mac|iP/.test(navigator.platform) ? '⌘' : 'Ctrl+'
export const bold = mark('bold', 'bold', 'bold', `${mod}B`)
export const italic = mark('italic', 'italic', 'italic', `${mod}I`)
export const strike = mark('strike', 'strikethrough', 'strike', `${mod}⇧S`)
export const code = mark('code', 'code', 'code', `${mod}E`)
export const heading2 = block('heading2', 'heading-2', 'heading', (chain) => chain.toggleHeading({ level: 2 }), { level: 2 })
export const heading3 = block('heading3', 'heading-3', 'heading', (chain) => chain.toggleHeading({ level: 3 }), { level: 3 })
export const bulletList = block('bulletList', 'list', 'bulletList', (chain) => chain.toggleBulletList())
export const orderedList = block('orderedList', 'list-ordered', 'orderedList', (chain) => chain.toggleOrderedList())
export const taskList = block('taskList', 'list-todo', 'taskList', (chain) => chain.toggleList('taskList', 'taskItem'))
/** Pressed again, it goes back to the left. */
const side = (key: string, textAlign: 'center' | 'right'): Tool => {
  const active = (editor: Editor) => editor.isActive({ textAlign })
  return {
    key,
    icon: `align-${textAlign}`,
    active,
    run(editor) {
      const next = { textAlign: active(editor) ? null : textAlign }
      editor.chain().focus().updateAttributes('paragraph', next).updateAttributes('heading', next).run()
    },
  }
}
export const alignCenter = side('alignCenter', 'center')
export const alignRight = side('alignRight', 'right')
export const table: Tool = {
  key: 'table',
  icon: 'table',
  active: (editor) => editor.isActive('table'),
  run: (editor) => void (editor.isActive('table') ? editor.commands.focus() : insertTable(editor.chain().focus()).run()),
}
export const quote = block('quote', 'quote', 'blockquote', (chain) => chain.toggleBlockquote())
export const codeBlock = block('codeBlock', 'square-code', 'codeBlock', (chain) => chain.toggleCodeBlock())
export const divider = block('divider', 'minus', 'horizontalRule', (chain) => chain.setHorizontalRule())

/** How task lists are written: `[ ] ` begins one, a press on its box or the keys tick it. */
import { Extension, wrappingInputRule } from '@tiptap/core'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

/** Pixels from the left edge that are the box. */
const BOX = 26

function toggle(view: EditorView, position: number): boolean {
  const node = view.state.doc.nodeAt(position)
  if (node?.type.name !== 'taskItem') return false
  view.dispatch(view.state.tr.setNodeMarkup(position, undefined, { ...node.attrs, checked: !node.attrs.checked }))
  return true
}

export const Tasks = Extension.create({
  name: 'tasks',
  addInputRules() {
    const type = this.editor.schema.nodes.taskItem!
    return [wrappingInputRule({ find: /^\s*\[([ xX]?)\]\s$/, type, getAttributes: (match) => ({ checked: match[1]?.toLowerCase() === 'x' }) })]
  },
  addKeyboardShortcuts() {
    return {
      'Mod-Shift-Enter': () => {
        const { $from } = this.editor.state.selection
        for (let depth = $from.depth; depth > 0; depth--) if ($from.node(depth).type.name === 'taskItem') return toggle(this.editor.view, $from.before(depth))
        return false
      },
    }
  },
  addProseMirrorPlugins: () => [
    new Plugin({
      key: new PluginKey('tasks'),
      props: {
        handleDOMEvents: {
          mousedown(view, event) {
            const item = event.target instanceof HTMLElement && event.target.tagName === 'LI' ? event.target : null
            if (!view.editable || !item?.dataset.checked || event.clientX - item.getBoundingClientRect().left > BOX) return false
            event.preventDefault()
            return toggle(view, view.posAtDOM(item, 0) - 1)
          },
        },
      },
    }),
  ],
})

/** What edits tables; a piece of its own, fetched when the first table is entered. */
import type { Editor } from '@tiptap/core'
import { Plugin, PluginKey, type Command } from '@tiptap/pm/state'
import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
  goToNextCell,
  isInTable,
  mergeCells,
  splitCell,
  tableEditing,
  toggleHeaderRow,
} from '@tiptap/pm/tables'

const key = new PluginKey('tableKeys')

/** Cell selection, keys and repair; safe to repeat. */
export function enableTables(editor: Editor): void {
  if (editor.isDestroyed || key.get(editor.state)) return
  const keys = new Plugin({
    key,
    props: {
      handleKeyDown(view, event) {
        if (event.key !== 'Tab' || !isInTable(view.state)) return false
        const run = (command: Command) => command(view.state, view.dispatch)
        if (run(goToNextCell(event.shiftKey ? -1 : 1))) return true
        // After the last cell the table grows.
        return !event.shiftKey && run(addRowAfter) && goToNextCell(1)(view.state, view.dispatch)
      },
    },
  })
  editor.registerPlugin(keys, (own, others) => [own, tableEditing(), ...others])
}

const run = (command: Command) => (editor: Editor) => {
  command(editor.state, editor.view.dispatch)
  editor.commands.focus()
}
export const tableTools = [
  { key: 'table.row', icon: 'between-horizontal-end', run: run(addRowAfter) },
  { key: 'table.column', icon: 'between-vertical-end', run: run(addColumnAfter) },
  { key: 'table.header', icon: 'panel-top', run: run(toggleHeaderRow) },
  { key: 'table.merge', icon: 'table-2', run: run((state, dispatch) => mergeCells(state, dispatch) || splitCell(state, dispatch)) },
  { key: 'table.lessRow', icon: 'table-rows-split', run: run(deleteRow) },
  { key: 'table.lessColumn', icon: 'table-columns-split', run: run(deleteColumn) },
  { key: 'table.remove', icon: 'trash-2', run: run(deleteTable) },
]

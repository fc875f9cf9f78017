/** Tables, task lists and alignment as schema alone: what edits them comes to the editor with the first table (sdk/web/editor/tables.ts). */
import { Extension, type Extensions, Node } from '@tiptap/core'
import { ALIGNMENTS } from './rules.ts'

declare module '@tiptap/core' {
  interface NodeConfig<Options, Storage> {
    /** What ProseMirror's table package knows a node by. */
    tableRole?: string
  }
}

const span = (name: 'colspan' | 'rowspan') => ({
  [name]: {
    default: 1,
    parseHTML: (element: HTMLElement) => Number(element.getAttribute(name)) || 1,
    renderHTML: (attrs: Record<string, unknown>) => (attrs[name] === 1 ? {} : { [name]: attrs[name] }),
  },
})
const cell = (name: 'tableCell' | 'tableHeader', tag: 'td' | 'th', tableRole: string) =>
  Node.create({
    name,
    content: 'paragraph+',
    isolating: true,
    tableRole,
    // Not a feature yet, and the package that edits tables reads it.
    addAttributes: () => ({ ...span('colspan'), ...span('rowspan'), colwidth: { default: null, rendered: false } }),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  })

const Table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  tableRole: 'table',
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: () => ['div', { class: 'table-frame' }, ['table', {}, ['tbody', 0]]],
  extendNodeSchema: (extension) => ({ tableRole: (extension.config as { tableRole?: string }).tableRole }),
})
const TableRow = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHeader)*',
  tableRole: 'row',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: () => ['tr', 0],
})

const TaskList = Node.create({
  name: 'taskList',
  group: 'block list',
  content: 'taskItem+',
  parseHTML: () => [{ tag: 'ul[data-tasks]', priority: 60 }],
  renderHTML: () => ['ul', { 'data-tasks': '' }, 0],
  addKeyboardShortcuts() {
    return { 'Mod-Shift-9': () => this.editor.commands.toggleList('taskList', 'taskItem') }
  },
})
const TaskItem = Node.create({
  name: 'taskItem',
  content: 'paragraph block*',
  defining: true,
  addAttributes: () => ({
    checked: {
      default: false,
      keepOnSplit: false,
      parseHTML: (element: HTMLElement) => element.dataset.checked === 'true',
      renderHTML: (attrs: Record<string, unknown>) => ({ 'data-checked': String(attrs.checked) }),
    },
  }),
  parseHTML: () => [{ tag: 'li[data-checked]', priority: 60 }],
  renderHTML: ({ HTMLAttributes }) => ['li', HTMLAttributes, 0],
  addKeyboardShortcuts() {
    return {
      Enter: () => this.editor.commands.splitListItem('taskItem'),
      Tab: () => this.editor.commands.sinkListItem('taskItem'),
      'Shift-Tab': () => this.editor.commands.liftListItem('taskItem'),
    }
  },
})

/** Paragraphs and headings may stand in the middle or at the right. */
const Alignment = Extension.create({
  name: 'alignment',
  addGlobalAttributes: () => [
    {
      types: ['paragraph', 'heading'],
      attributes: {
        textAlign: {
          default: null,
          parseHTML: (element: HTMLElement) =>
            ALIGNMENTS.find((side) => side !== 'left' && (element.dataset.align === side || element.style.textAlign === side)) ?? null,
          renderHTML: (attrs: Record<string, unknown>) => (attrs.textAlign ? { 'data-align': attrs.textAlign } : {}),
        },
      },
    },
  ],
})

export const structures: Extensions = [
  Table,
  TableRow,
  cell('tableHeader', 'th', 'header_cell'),
  cell('tableCell', 'td', 'cell'),
  TaskList,
  TaskItem,
  Alignment,
]

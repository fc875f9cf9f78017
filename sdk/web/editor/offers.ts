/** The entries of the suggestion lists: blocks, members and places, emoji. */
import type { Editor } from '@tiptap/core'
import { RECORD_NODES } from '../../richtext/rules.ts'
import type { Translate } from '../core/words.ts'
import type { MentionHit } from './props.ts'

export interface Option {
  key: string
  label: string
  /** Words it is found by. */
  search?: string
  icon?: string
  face?: { id: number; name: string; avatarUrl: string | null }
  /** An emoji, icon or shape. */
  mark?: string
  run: (editor: Editor, range: { from: number; to: number }) => void
}
export interface Offers {
  slash: boolean
  mentions: ((text: string) => Promise<Option[]>) | null
  emoji: (text: string) => Promise<Option[]>
  t: Translate
  /** Opens the file chooser. */
  pick: (accept: string) => void
  /** Asks for the address of a card. */
  embed: () => void
  /** Asks for a GIF: its address, or the file. */
  gif: () => void
  /** Kinds of records that somebody can make new ones of. */
  records: readonly string[]
  /** Opens what makes a record of this kind. */
  make: (type: string) => void
}

type Chain = ReturnType<Editor['chain']>
const SIZE = 3
/** A table of three by three with a header row. */
export const newTable = () => ({
  type: 'table',
  content: Array.from({ length: SIZE }, (_, row) => ({
    type: 'tableRow',
    content: Array.from({ length: SIZE }, () => ({ type: row === 0 ? 'tableHeader' : 'tableCell', content: [{ type: 'paragraph' }] })),
  })),
})
export function insertTable(chain: Chain): Chain {
  let at = 0
  return chain
    .command(({ state }) => {
      at = state.selection.from
      return true
    })
    .insertContent([newTable(), { type: 'paragraph' }])
    .command(({ tr, commands }) => {
      // Into the first cell.
      let cell: number | null = null
      tr.doc.nodesBetween(Math.max(0, at - 2), tr.doc.content.size, (node, position) => {
        if (cell === null && node.type.name === 'tableHeader') cell = position + 2
        return cell === null
      })
      return cell === null || commands.setTextSelection(cell)
    })
}

const ICONS: Record<string, string> = { poll: 'vote' }

export function blocks({ t, pick, mentions, embed, gif, records, make }: Offers): Option[] {
  const entry = (key: string, icon: string, run: Option['run']): Option => {
    const label = t(`editor.${key}`)
    // Found by its own word in every language, too.
    return { key, icon, label, search: `${label} ${key}`, run }
  }
  const block = (key: string, icon: string, act: (chain: Chain) => Chain) =>
    entry(key, icon, (editor, range) => void act(editor.chain().focus().deleteRange(range)).run())
  const then = (key: string, icon: string, act: () => void) =>
    entry(key, icon, (editor, range) => {
      editor.chain().focus().deleteRange(range).run()
      act()
    })
  return [
    block('heading2', 'heading-2', (chain) => chain.setNode('heading', { level: 2 })),
    block('heading3', 'heading-3', (chain) => chain.setNode('heading', { level: 3 })),
    block('bulletList', 'list', (chain) => chain.toggleBulletList()),
    block('orderedList', 'list-ordered', (chain) => chain.toggleOrderedList()),
    block('taskList', 'list-todo', (chain) => chain.toggleList('taskList', 'taskItem')),
    block('quote', 'quote', (chain) => chain.toggleBlockquote()),
    block('codeBlock', 'square-code', (chain) => chain.toggleCodeBlock()),
    block('divider', 'minus', (chain) => chain.setHorizontalRule()),
    block('table', 'table', insertTable),
    then('picture', 'image', () => pick('image/*')),
    then('gif', 'image-play', gif),
    then('video', 'video', () => pick('video/*')),
    then('file', 'paperclip', () => pick('')),
    then('embed', 'square-play', embed),
    ...RECORD_NODES.filter((type) => records.includes(type)).map((type) => then(type, ICONS[type]!, () => make(type))),
    block('emoji', 'smile', (chain) => chain.insertContent(':')),
    ...(mentions ? [block('mention', 'at-sign', (chain) => chain.insertContent('@'))] : []),
  ]
}

/** A member, space or group as an entry that puts a mention. */
export const mentionOption = (hit: MentionHit): Option => {
  const { kind = 'member', id, name, slug, sgid, mark, text } = hit
  if (text !== undefined)
    return {
      key: text,
      label: name,
      icon: 'users',
      run: (editor, range) =>
        void editor
          .chain()
          .focus()
          .insertContentAt(range, { type: 'text', text: `${text} ` })
          .run(),
    }
  return {
    key: `${kind}-${id}`,
    label: name,
    ...(kind === 'member' ? { face: { id, name, avatarUrl: hit.avatarUrl ?? null } } : mark ? { mark } : { icon: kind === 'space' ? 'hash' : 'layers' }),
    run: (editor, range) =>
      void editor
        .chain()
        .focus()
        .insertContentAt(range, [
          { type: 'mention', attrs: { sgid, id, label: name, ...(kind === 'member' ? {} : { kind, slug }) } },
          { type: 'text', text: ' ' },
        ])
        .run(),
  }
}

/** An emoji that puts itself in place of its name. */
export const emojiOption = (emoji: string, label: string): Option => ({
  key: emoji,
  label,
  mark: emoji,
  run: (editor, range) => void editor.chain().focus().insertContentAt(range, `${emoji} `).run(),
})

/** The fixed row of tools under the text. */
import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useWords } from '../core/i18n.tsx'
import { IconButton } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { EmojiPicker } from '../ui/pickers.tsx'
import {
  alignCenter,
  alignRight,
  bold,
  bulletList,
  code,
  codeBlock,
  divider,
  heading2,
  heading3,
  italic,
  orderedList,
  quote,
  strike,
  table,
  taskList,
  type Tool,
} from './tools.ts'

const FULL: (Tool | '|')[] = [
  ...[heading2, heading3, '|' as const, bold, italic, strike, code, '|' as const],
  ...[bulletList, orderedList, taskList, quote, codeBlock, divider, table, '|' as const, alignCenter, alignRight],
]
const SMALL: (Tool | '|')[] = [bold, italic, bulletList]

interface ToolbarProps {
  editor: Editor
  small: boolean
  /** Any file may be given, not pictures alone. */
  files: boolean
  canMention: boolean
  onLink: () => void
  onEmbed: () => void
  onPick: (accept: string) => void
  actions?: ReactNode
}

const Line = () => <span aria-hidden="true" className="mx-1.5 h-[18px] w-px shrink-0 bg-border" />

export function Toolbar({ editor, small, files, canMention, onLink, onEmbed, onPick, actions }: ToolbarProps) {
  const t = useWords()
  const tools = small ? SMALL : FULL
  const pressed = useEditorState({
    editor,
    selector: ({ editor: now }) =>
      Object.fromEntries([...tools.flatMap((tool) => (tool === '|' ? [] : [[tool.key, tool.active(now)]])), ['link', now.isActive('link')]]) as Record<
        string,
        boolean
      >,
  })
  const [current, setCurrent] = useState(small ? bold.key : heading2.key)
  /** One stop of the tab key for the whole row; arrows walk along it. */
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    // In the order in which they are seen: on phones files come first.
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>('button')].sort((one, other) => one.offsetLeft - other.offsetLeft)
    const at = all.indexOf(document.activeElement as HTMLElement)
    if (!step || at < 0) return
    event.preventDefault()
    all[(at + step + all.length) % all.length]!.focus()
  }
  const button = (key: string, icon: string, run: () => void, { on, keys, first }: { on?: boolean; keys?: string; first?: boolean } = {}) => (
    <IconButton
      key={key}
      icon={icon}
      size={small ? 'md' : 'sm'}
      label={t(`editor.${key}`)}
      data-tip-keys={keys}
      pressed={on}
      disabled={!editor.isEditable}
      tabIndex={current === key ? 0 : -1}
      onFocus={() => setCurrent(key)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={run}
      className={cx(!small && 'max-desk:size-11', first && 'max-desk:-order-1')}
    />
  )
  const mention = () => {
    const { $from } = editor.state.selection
    const before = $from.parent.textBetween(Math.max(0, $from.parentOffset - 1), $from.parentOffset)
    editor
      .chain()
      .focus()
      .insertContent(/\S/.test(before) ? ' @' : '@')
      .run()
  }
  return (
    <div className={cx('flex items-center gap-2', small ? 'px-1.5 pb-1.5 pt-1' : 'mt-4 border-t pt-2')}>
      <div
        role="toolbar"
        aria-label={t('editor.tools')}
        onKeyDown={walk}
        className="flex min-w-0 flex-1 contain-inline-size items-center gap-0.5 overflow-x-auto p-0.5 scrollbar-none"
      >
        {tools.map((tool, index) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: lines part the tools and have no name
          tool === '|' ? <Line key={index} /> : button(tool.key, tool.icon, () => tool.run(editor), { on: pressed[tool.key], keys: tool.keys }),
        )}
        {!small && <Line />}
        {button('link', 'link', onLink, { on: pressed.link })}
        {button('picture', 'image', () => onPick('image/*'), { first: true })}
        {!small && button('video', 'video', () => onPick('video/*'), { first: true })}
        {files && button('file', 'paperclip', () => onPick(''), { first: true })}
        {!small && button('embed', 'square-play', onEmbed)}
        {canMention && button('mention', 'at-sign', mention)}
        <EmojiPicker
          label={t('editor.emoji')}
          onPick={(emoji) => editor.chain().focus().insertContent(emoji).run()}
          trigger={
            <IconButton
              icon="smile"
              size={small ? 'md' : 'sm'}
              label={t('editor.emoji')}
              disabled={!editor.isEditable}
              tabIndex={current === 'emoji' ? 0 : -1}
              onFocus={() => setCurrent('emoji')}
              className={small ? undefined : 'max-desk:size-11'}
            />
          }
        />
      </div>
      {actions}
    </div>
  )
}

/** The tools over a table in which one writes. */
import type { Editor } from '@tiptap/core'
import { useEffect } from 'react'
import { useWords } from '../core/i18n.tsx'
import { IconButton } from '../ui/Button.tsx'
import { Float } from './Float.tsx'
import { enableTables, tableTools } from './tables.ts'

/** The table round the selection, on the page. */
function tableOf(editor: Editor): HTMLElement | null {
  const { node } = editor.view.domAtPos(editor.state.selection.from)
  return (node instanceof HTMLElement ? node : node.parentElement)?.closest<HTMLElement>('table') ?? null
}

export default function TableTools({ editor }: { editor: Editor }) {
  const t = useWords()
  useEffect(() => enableTables(editor), [editor])
  return (
    <Float editor={editor} shows={(now) => now.isActive('table') && now.state.selection.empty} over={tableOf}>
      <div role="toolbar" aria-label={t('editor.table.tools')} className="flex gap-0.5">
        {tableTools.map(({ key, icon, run }) => (
          <IconButton key={key} icon={icon} label={t(`editor.${key}`)} onMouseDown={(event) => event.preventDefault()} onClick={() => run(editor)} />
        ))}
      </div>
    </Float>
  )
}

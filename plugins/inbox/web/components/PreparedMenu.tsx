/** The prepared replies that fit what is typed, above the place where one writes. */
import { cx, Kbd, useT } from '@atrium/sdk/web'
import { useEffect, useRef } from 'react'
import type { PreparedReply } from '../../contract.ts'

interface PreparedMenuProps {
  id: string
  word: string
  replies: readonly PreparedReply[]
  active: number
  onPick: (reply: PreparedReply) => void
}
export function PreparedMenu({ id, word, replies, active, onPick }: PreparedMenuProps) {
  const t = useT()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => void list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' }), [active])
  return (
    <div className="absolute inset-x-2 bottom-full z-10 mb-1 max-h-72 animate-pop overflow-y-auto rounded-card bg-surface p-1.5 text-13 shadow-float">
      <p className="flex items-center gap-1 px-2.5 pt-1 pb-1.5 text-12 text-text-3">
        <span className="min-w-0 flex-1 truncate">{t('prepared.for', { word: `/${word}` })}</span>
        <span aria-hidden="true" className="flex gap-1 max-desk:hidden">
          <Kbd>↑</Kbd>
          <Kbd>↓</Kbd>
          <Kbd>⏎</Kbd>
        </span>
      </p>
      {replies.length === 0 && <p className="px-2.5 pb-2 text-text-3">{t('prepared.none')}</p>}
      <div ref={list} role="listbox" id={id} aria-label={t('prepared.title')}>
        {replies.map((reply, i) => (
          <button
            key={reply.id}
            id={`${id}-${i}`}
            type="button"
            role="option"
            aria-selected={i === active}
            tabIndex={-1}
            // the field keeps the focus
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onPick(reply)}
            className={cx(
              'flex min-h-9 w-full items-center gap-3.5 rounded-control px-2.5 text-start max-desk:min-h-11',
              i === active ? 'bg-brand-soft text-on-brand-soft' : 'hover:bg-hover',
            )}
          >
            <span className="w-28 flex-none truncate font-mono text-12 font-semibold">/{reply.shortcut}</span>
            <span className={cx('min-w-0 flex-1 truncate', i !== active && 'text-text-2')}>{reply.text}</span>
          </button>
        ))}
      </div>
    </div>
  )
}

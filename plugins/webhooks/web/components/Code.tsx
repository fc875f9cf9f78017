/** Text of machines, with what it is above it and a button that copies it; JSON in lines and colours. */
import { IconButton, useCopy, useT } from '@atrium/sdk/web'
import type { ReactNode } from 'react'

const TOKEN = /("(?:\\.|[^"\\])*")(\s*:)?|-?\d[\d.eE+-]*|true|false|null/g
/** In lines, where it is JSON. */
function pretty(text: string): { text: string; isJson: boolean } {
  try {
    return { text: JSON.stringify(JSON.parse(text), null, 2), isJson: true }
  } catch {
    return { text, isJson: false }
  }
}
function coloured(text: string): ReactNode[] {
  const parts: ReactNode[] = []
  let end = 0
  for (const match of text.matchAll(TOKEN)) {
    const [whole, string, colon] = match
    const look = colon ? 'text-info' : string ? 'text-success' : 'text-warning'
    parts.push(
      text.slice(end, match.index),
      <span key={match.index} className={look}>
        {colon ? string : whole}
      </span>,
      colon ?? '',
    )
    end = match.index + whole.length
  }
  return [...parts, text.slice(end)]
}

export function Code({ title, label, text }: { title?: ReactNode; label: string; text: string }) {
  const t = useT()
  const copy = useCopy()
  const shown = pretty(text)
  return (
    <div className="overflow-hidden rounded-card border bg-surface-2">
      <div className="flex min-h-10 items-center justify-between gap-3 border-b py-1 ps-3 pe-1.5 text-13">
        <span className="min-w-0 truncate">{title ?? label}</span>
        <IconButton size="sm" icon="copy" label={t('code.copy')} className="max-desk:size-11" onClick={() => void copy(text, t('code.copied'))} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <section tabIndex={0} aria-label={label} className="max-h-80 overflow-auto px-3 py-2.5 focus-visible:-outline-offset-2">
        <pre className="font-mono text-12 leading-5 whitespace-pre-wrap break-words">{shown.isJson ? coloured(shown.text) : shown.text}</pre>
      </section>
    </div>
  )
}

/** A text that a model has written for this reader, said to be one, with its date. */
import { Icon, Time, useT } from '@atrium/sdk/web'
import type { ReactNode } from 'react'
import { Answer } from '../Answer.tsx'

interface WrittenProps {
  title: string
  text: string
  /** ISO 8601 */
  at: string
  /** Beside the title. */
  action?: ReactNode
  /** Below the text. */
  children?: ReactNode
  className?: string
}
export function Written({ title, text, at, action, children, className }: WrittenProps) {
  const t = useT()
  return (
    <section aria-label={title} className={className}>
      <div className="rounded-card border bg-surface p-4">
        <div className="mb-2 flex items-center gap-2">
          <Icon name="sparkles" size="sm" className="text-brand" />
          <h2 className="min-w-0 flex-1 text-13 font-semibold">{title}</h2>
          {action}
        </div>
        <Answer text={text} sources={[]} label={() => ''} />
        {children}
        <p className="mt-3 text-12 text-text-3">
          {t('written.by_ai')} · <Time value={at} kind="datetime" />
        </p>
      </div>
    </section>
  )
}

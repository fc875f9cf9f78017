/** What an answer was made of: title, space and date. Words that the answer quotes stand in it, and not here again. */
import { cx, Icon, Time, useT } from '@atrium/sdk/web'
import type { Source } from '../../../contract.ts'
import { SourceLink } from '../Answer.tsx'

interface SourcesProps {
  sources: readonly Source[]
  /** The answer is made of their own words. */
  isQuoted: boolean
  /** The number that is looked at in the text. */
  pointed: number | null
  onPoint: (number: number | null) => void
  className?: string
}
export function Sources({ sources, isQuoted, pointed, onPoint, className }: SourcesProps) {
  const t = useT()
  if (sources.length === 0) return null
  return (
    <section aria-label={t('sources.title')} className={className}>
      <h2 className="mb-2 flex items-baseline justify-between text-15">
        {t('sources.title')}
        <span className="text-13 font-normal tabular-nums text-text-3">{sources.length}</span>
      </h2>
      <ul className="grid gap-2">
        {sources.map((source) => (
          <li key={source.number}>
            <SourceLink
              source={source}
              label={(one) => t('sources.open', { number: one.number, title: one.title })}
              onPoint={onPoint}
              className={cx(
                'flex w-full gap-3 rounded-card border bg-surface p-3 text-start text-13 transition-colors hover:border-field',
                pointed === source.number && 'border-brand! bg-brand-soft',
              )}
            >
              <span className="grid size-5 shrink-0 place-items-center rounded-[5px] bg-brand-soft text-12 font-semibold tabular-nums text-on-brand-soft">
                {source.number}
              </span>
              <span className="min-w-0 flex-1">
                <span className="line-clamp-2 font-medium">{source.title}</span>
                <From source={source} />
                {!isQuoted && source.excerpt && <span className="mt-1 line-clamp-4 text-text-2">{t('sources.excerpt', { text: source.excerpt })}</span>}
              </span>
            </SourceLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Its space, else who wrote it, and when. */
function From({ source: { icon, place, author, created_at: at } }: { source: Source }) {
  const where = place ?? author
  if (!where && !at) return null
  return (
    <span className="mt-0.5 flex items-center gap-1.5 text-12 text-text-3">
      <Icon name={icon} className="size-3.5" />
      {where && <span className="truncate">{where}</span>}
      {where && at && <span aria-hidden="true">·</span>}
      {at && <Time value={at} className="shrink-0" />}
    </span>
  )
}

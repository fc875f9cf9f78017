/** An emoji with its count; pressed when it is one's own. */
import { cx } from './cx.ts'

export interface ReactionChipProps {
  emoji: string
  count: number
  /** Has this reader given it? */
  mine: boolean
  /** What assistive technology says: emoji and count as a sentence. */
  label: string
  onClick: () => void
}
export const ReactionChip = ({ emoji, count, mine, label, onClick }: ReactionChipProps) => (
  <button
    type="button"
    aria-pressed={mine}
    aria-label={label}
    onClick={onClick}
    className={cx(
      'inline-flex h-[26px] flex-none items-center gap-1.5 rounded-full px-2 text-12 font-medium tabular-nums max-desk:h-9 max-desk:px-3',
      mine
        ? 'bg-brand-soft text-on-brand-soft shadow-[inset_0_0_0_1px_color-mix(in_oklab,var(--brand-color)_45%,transparent)]'
        : 'bg-surface-2 shadow-[inset_0_0_0_1px_var(--border)] hover:bg-hover',
    )}
  >
    <span aria-hidden="true">{emoji}</span>
    {count}
  </button>
)

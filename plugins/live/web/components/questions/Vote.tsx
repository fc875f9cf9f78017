/** A vote for a question, and how many it has. */
import { cx, Icon, useT } from '@atrium/sdk/web'
import type { Question } from '../../../contract.ts'

interface VoteProps {
  question: Pick<Question, 'votes_count' | 'is_voted'>
  /** Null where nobody votes any more, or may not. */
  onVote: (() => void) | null
}
export function Vote({ question: { votes_count: count, is_voted }, onVote }: VoteProps) {
  const t = useT()
  const look = 'grid h-[46px] w-10 flex-none content-center justify-items-center rounded-lg text-13 font-semibold tabular-nums'
  const inner = (
    <>
      <Icon name="chevron-up" className="size-3.5" />
      <span aria-hidden="true">{count}</span>
    </>
  )
  if (!onVote)
    return (
      <span className={cx(look, 'bg-surface text-text-2 shadow-[inset_0_0_0_1px_var(--border)]')}>
        {inner}
        <span className="sr-only">{t('ask.votes', { count })}</span>
      </span>
    )
  return (
    <button
      type="button"
      aria-pressed={is_voted}
      aria-label={t('ask.vote', { count })}
      onClick={onVote}
      className={cx(
        look,
        'bg-surface shadow-[inset_0_0_0_1px_var(--border-field)] transition-colors hover:bg-hover aria-pressed:bg-brand-soft aria-pressed:text-on-brand-soft aria-pressed:shadow-none',
      )}
    >
      {inner}
    </button>
  )
}

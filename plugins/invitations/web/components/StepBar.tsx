/** The steps of a wizard as a bar: done ones with a tick, the present one marked; on phones a line of dots with words below. */
import { cx, Icon, Link } from '@atrium/sdk/web'

export interface Step {
  key: string
  label: string
  /** A few words of what was chosen there. */
  text?: string
  /** Where it leads; without it the step cannot be entered now. */
  to?: string
  onSelect?: () => void
}
export function StepBar({ steps, current, label }: { steps: readonly Step[]; current: string; label: string }) {
  const at = steps.findIndex(({ key }) => key === current)
  return (
    <nav aria-label={label} className="mb-5">
      <ol className="grid auto-cols-fr grid-flow-col overflow-hidden rounded-card border border-border bg-surface max-desk:gap-1 max-desk:rounded-none max-desk:border-0 max-desk:bg-transparent">
        {steps.map(({ key, label: name, text, to, onSelect }, index) => {
          const isDone = index < at
          const inner = (
            <>
              <span
                className={cx(
                  'grid size-6 flex-none place-items-center rounded-full border text-12 font-medium tabular-nums max-desk:hidden',
                  index === at ? 'border-brand bg-brand text-on-brand' : 'border-border text-text-2',
                )}
              >
                {isDone ? <Icon name="check" size="sm" /> : index + 1}
              </span>
              <span className="min-w-0 max-desk:sr-only">
                <span className={cx('block truncate text-14', index === at ? 'font-semibold' : 'font-medium text-text-2')}>{name}</span>
                {text && <span className="block truncate text-12 text-text-3">{text}</span>}
              </span>
            </>
          )
          const look = 'flex size-full items-center gap-3 px-4 py-3 text-start max-desk:h-2! max-desk:p-0'
          return (
            <li
              key={key}
              aria-current={index === at ? 'step' : undefined}
              className={cx(
                'min-w-0 desk:not-first:border-s desk:not-first:border-border max-desk:rounded-full',
                index <= at ? 'max-desk:bg-brand' : 'max-desk:bg-border',
              )}
            >
              {to && index !== at ? (
                <Link to={to} className={cx(look, 'hover:bg-hover')}>
                  {inner}
                </Link>
              ) : onSelect && index !== at ? (
                <button type="button" onClick={onSelect} className={cx(look, 'hover:bg-hover')}>
                  {inner}
                </button>
              ) : (
                <span className={look}>{inner}</span>
              )}
            </li>
          )
        })}
      </ol>
      <p aria-hidden="true" className="mt-2 text-13 text-text-2 desk:hidden">
        {at + 1}/{steps.length} · <b className="font-semibold">{steps[at]?.label}</b>
      </p>
    </nav>
  )
}

/** How many places somebody has won or lost. */
import { Icon, useT } from '@atrium/sdk/web'

export function Change({ value }: { value: number | null }) {
  const t = useT()
  if (value === null) return <span className="whitespace-nowrap text-12 font-medium text-link">{t('change.new')}</span>
  if (value === 0)
    return (
      <span className="text-12 font-medium text-text-3" role="img" aria-label={t('change.same')}>
        –
      </span>
    )
  return (
    <span className={`inline-flex items-center gap-px text-12 font-medium ${value > 0 ? 'text-success' : 'text-danger'}`}>
      <Icon name={value > 0 ? 'arrow-up' : 'arrow-down'} className="size-3" />
      <span className="tabular-nums">{Math.abs(value)}</span>
      <span className="sr-only">{t(value > 0 ? 'change.up' : 'change.down', { count: Math.abs(value) })}</span>
    </span>
  )
}

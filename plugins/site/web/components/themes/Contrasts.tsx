/** How well the colours of a look read on each other, in figures. */
import { cx, Icon, useLocale, useT } from '@atrium/sdk/web'
import { contrastsOf, type Palette, TEXT_LEAST } from './look.ts'

const ICON = { enough: 'circle-check', low: 'circle-alert', moved: 'info' }
const TONE = { enough: '', low: 'font-medium text-danger', moved: 'text-text-3' }
const FIGURES = { minimumFractionDigits: 1, maximumFractionDigits: 1 }

export function Contrasts({ palette }: { palette: Palette }) {
  const t = useT()
  const locale = useLocale()
  return (
    <div role="status" className="grid gap-2 rounded-card border p-3">
      <p className="text-13 font-medium">{t('theme.contrast')}</p>
      <ul className="grid gap-1.5 text-13 desk:grid-cols-2 desk:gap-x-6">
        {contrastsOf(palette).map(({ front, back, ratio, isRequired }) => {
          const state = ratio >= TEXT_LEAST ? 'enough' : isRequired ? 'low' : 'moved'
          return (
            <li key={`${front} ${back}`} className="flex items-center gap-2">
              <span
                aria-hidden="true"
                className="grid size-6 flex-none place-items-center rounded-mark border text-12 font-semibold"
                style={{ background: palette[back], color: palette[front] }}
              >
                Aa
              </span>
              <span className="min-w-0 flex-1 text-text-2">{t(`theme.pair_${front}_${back}`)}</span>
              <span className={cx('tabular-nums', TONE[state])}>{`${ratio.toLocaleString(locale, FIGURES)} : 1`}</span>
              <Icon name={ICON[state]} size="sm" label={t(`theme.contrast_${state}`)} className={TONE[state] || 'text-success'} />
            </li>
          )
        })}
      </ul>
      <p className="text-12 text-text-3">{t('theme.contrast_help')}</p>
    </div>
  )
}

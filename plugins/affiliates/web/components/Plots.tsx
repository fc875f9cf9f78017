/** Earnings of months as bars with clicks as a line over them. */
import { useId } from 'react'
import type { Month } from '../../contract.ts'
import { useAffiliateWords } from './words.ts'

const [WIDTH, HEIGHT, FOOT] = [560, 200, 22]
export function MonthsPlot({ months, currency }: { months: Month[]; currency: string }) {
  const { t, money, month } = useAffiliateWords()
  const title = useId()
  const [most, clicked] = [Math.max(1, ...months.map(({ earned }) => earned)), Math.max(1, ...months.map(({ clicks }) => clicks))]
  const step = WIDTH / months.length
  const x = (i: number) => i * step + step / 2
  const clickY = (clicks: number) => HEIGHT - (clicks / clicked) * (HEIGHT - 14)
  return (
    <figure>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT + FOOT}`} className="w-full" role="img" aria-labelledby={title}>
        <title id={title}>
          {months.map((one) => t('plot.month', { month: month(one.month), earned: money(one.earned, currency), clicks: one.clicks })).join(' ')}
        </title>
        {[0.25, 0.5, 0.75, 1].map((line) => (
          <line key={line} x1="0" x2={WIDTH} y1={HEIGHT - line * (HEIGHT - 14)} y2={HEIGHT - line * (HEIGHT - 14)} className="stroke-border" />
        ))}
        <line x1="0" x2={WIDTH} y1={HEIGHT} y2={HEIGHT} className="stroke-strong" />
        {months.map((one, i) => {
          const height = (Math.max(0, one.earned) / most) * (HEIGHT - 14)
          return <rect key={one.month} x={x(i) - step * 0.28} y={HEIGHT - height} width={step * 0.56} height={height} rx="3" className="fill-brand" />
        })}
        <polyline
          points={months.map(({ clicks }, i) => `${x(i)},${clickY(clicks)}`).join(' ')}
          fill="none"
          strokeWidth="1.5"
          className="stroke-warning-solid"
        />
        {months.map((one, i) => (
          <g key={one.month}>
            <circle cx={x(i)} cy={clickY(one.clicks)} r="3" className="fill-surface stroke-warning-solid" strokeWidth="1.5" />
            <text x={x(i)} y={HEIGHT + 16} textAnchor="middle" className="fill-text-2 text-11">
              {month(one.month)}
            </text>
          </g>
        ))}
      </svg>
      <figcaption className="mt-2 flex flex-wrap gap-4 text-12 text-text-2">
        <span className="flex items-center gap-1.5">
          <span className="size-2.5 rounded-sm bg-brand" />
          {t('plot.earnings', { most: money(most === 1 ? 0 : most, currency, true) })}
        </span>
        <span className="flex items-center gap-1.5">
          <span className="size-2.5 rounded-full bg-warning-solid" />
          {t('plot.clicks', { count: clicked === 1 ? Math.max(...months.map(({ clicks }) => clicks)) : clicked })}
        </span>
      </figcaption>
    </figure>
  )
}

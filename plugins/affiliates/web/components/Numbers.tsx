/** Four numbers beside each other: clicks, sign-ups, paying, earned. */
import { Card, Sparkline } from '@atrium/sdk/web'
import type { ReactNode } from 'react'

export interface NumberCard {
  label: string
  value: string
  note: ReactNode
  line?: number[]
}
export function Numbers({ cards }: { cards: NumberCard[] }) {
  return (
    <Card className="grid grid-cols-[repeat(auto-fit,minmax(150px,1fr))] overflow-hidden">
      {cards.map(({ label, value, note, line }) => (
        <div key={label} className="flex items-end justify-between gap-3 px-5 py-4 shadow-[-1px_-1px_0_0_var(--border)]">
          <div className="min-w-0">
            <p className="text-13 text-text-2">{label}</p>
            <p className="text-24 font-semibold tabular-nums">{value}</p>
            <p className="text-12 text-text-2">{note}</p>
          </div>
          {line && <Sparkline values={line} />}
        </div>
      ))}
    </Card>
  )
}

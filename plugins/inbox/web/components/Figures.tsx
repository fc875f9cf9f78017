/** How fast the team and its agents answered within the last days. */
import { formatSpan, Icon, useRead, useT } from '@atrium/sdk/web'
import contract from '../../contract.ts'

const { routes } = contract
const percent = (part: number) => `${Math.round(part * 100)}%`

export function Figures() {
  const t = useT()
  const { data } = useRead(routes.report, undefined, { staleTime: 300_000 })
  if (!data || (data.first_answer_seconds === null && data.ai_alone === null)) return null
  const { first_answer_seconds, ai_alone } = data
  return (
    <p className="flex justify-between gap-2 border-t px-4 py-2.5 text-12 text-text-2 tabular-nums max-desk:hidden">
      {first_answer_seconds !== null && (
        <span className="inline-flex items-center gap-1.5">
          <Icon name="timer" size="sm" className="text-text-3" />
          {t('figures.first')} <b className="font-semibold text-text">{formatSpan(Math.max(60, Math.round(first_answer_seconds / 60) * 60))}</b>
        </span>
      )}
      {ai_alone !== null && (
        <span className="inline-flex items-center gap-1.5">
          <Icon name="sparkles" size="sm" className="text-text-3" />
          {t('figures.ai')} <b className="font-semibold text-text">{percent(ai_alone)}</b>
        </span>
      )}
    </p>
  )
}

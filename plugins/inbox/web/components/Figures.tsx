/** How fast the team and its agents answered within the last days; leads to the whole of it. */
import { Icon, useRead, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import contract from '../../contract.ts'
import { percent, Report, spanOf } from './Report.tsx'

const { routes } = contract

export function Figures() {
  const t = useT()
  const { data } = useRead(routes.report, undefined, { staleTime: 300_000 })
  const [isOpen, setOpen] = useState(false)
  if (!data || (data.first_answer_seconds === null && data.ai_alone === null)) return null
  const { first_answer_seconds, ai_alone } = data
  return (
    <>
      <button
        type="button"
        title={t('figures.title')}
        onClick={() => setOpen(true)}
        className="flex min-h-11 w-full items-center justify-between gap-2 border-t px-4 text-12 text-text-2 tabular-nums hover:bg-hover"
      >
        {first_answer_seconds !== null && (
          <span className="inline-flex items-center gap-1.5">
            <Icon name="timer" size="sm" className="text-text-3" />
            {t('figures.first')} <b className="font-semibold text-text">{spanOf(first_answer_seconds)}</b>
          </span>
        )}
        {ai_alone !== null && (
          <span className="inline-flex items-center gap-1.5">
            <Icon name="sparkles" size="sm" className="text-text-3" />
            {t('figures.ai')} <b className="font-semibold text-text">{percent(ai_alone)}</b>
          </span>
        )}
      </button>
      {isOpen && <Report onClose={() => setOpen(false)} />}
    </>
  )
}

/** How full the plan is; those who near its end are told. */
import { Note, useRead, useT } from '@atrium/sdk/web'
import contract from '../../contract.ts'

export function PlanLimit() {
  const t = useT()
  const { data } = useRead(contract.routes.maxSpaceLimit)
  if (!data) return null
  const words = t('admin.limit', { used: data.spaces_count, max: data.max_space_limit })
  return data.limit_reached ? (
    <Note tone="warning" title={words} className="mb-4">
      {t('admin.limitReached')}
    </Note>
  ) : (
    <p className="mb-4 text-13 text-text-3">{words}</p>
  )
}

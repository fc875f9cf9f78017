/** In the frame: how many cases wait, beside the queue's link, and the dialog that reports, wherever it was asked for. */
import { useBadge, useEvent, useQueryCache, useRead, useReconnect, useRoom, useSession } from '@atrium/sdk/web'
import { lazy, Suspense } from 'react'
import contract from '../../contract.ts'
import { ask, useAsked } from '../components/reporting.ts'

const ReportDialog = lazy(() => import('../components/ReportDialog.tsx').then((module) => ({ default: module.ReportDialog })))

function Waiting() {
  const cache = useQueryCache()
  const { data } = useRead(contract.routes.unaddressed)
  const refresh = () => void cache.invalidate(contract)
  useRoom('moderation', 'queue')
  useEvent(contract.events['queue.changed'], refresh)
  useReconnect(refresh)
  useBadge('/settings/moderation', data?.count ?? 0)
  return null
}

export default function Desk() {
  const { can } = useSession()
  const asked = useAsked()
  return (
    <>
      {can('moderation.manage') && <Waiting />}
      {asked && (
        <Suspense fallback={null}>
          <ReportDialog about={asked} onClose={() => ask(null)} />
        </Suspense>
      )}
    </>
  )
}

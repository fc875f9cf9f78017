/** Counts of segments that are old are counted anew while they are looked at. */
import { useSession, useWrite } from '@atrium/sdk/web'
import { useEffect } from 'react'
import contract, { type Segment } from '../../contract.ts'

const { routes } = contract
/** Milliseconds: as the service has it, and between looks while it counts. */
const OLD = 60_000
const LOOK = 2_000

export const isOld = ({ counted_at }: Pick<Segment, 'counted_at'>): boolean => counted_at !== null && Date.now() - new Date(counted_at).getTime() > OLD

/** @param refetch reads the list again */
export function useCounts(segments: readonly Segment[], refetch: () => unknown): void {
  const { viewOnly } = useSession()
  const { mutate } = useWrite(routes.countSegments)
  const waits = !viewOnly && segments.some((segment) => segment.counted_at === null || isOld(segment))
  useEffect(() => {
    if (!waits) return
    mutate()
    let looks = 0
    const timer = setInterval(() => {
      if (++looks > 15) clearInterval(timer)
      else void refetch()
    }, LOOK)
    return () => clearInterval(timer)
    // once for each time that something is old
  }, [waits])
}

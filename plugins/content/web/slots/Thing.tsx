/** What is said below a record, beside the list of notifications. */
import type { SlotPropsOf } from '@atrium/sdk'
import { SkeletonText, useRead } from '@atrium/sdk/web'
import type notifications from '../../../notifications/contract.ts'
import contract from '../../contract.ts'
import Comments from './Comments.tsx'

export default function Thing({ thing }: SlotPropsOf<(typeof notifications.slots)['notification.thing']>) {
  const { data, isPending, error } = useRead(contract.routes.recordComments, { params: thing })
  if (isPending) return <SkeletonText />
  // of a kind that has no comments there is nothing to show
  if (error || !data) return null
  const count = data.records.reduce((sum, { replies_count }) => sum + 1 + replies_count, 0)
  return <Comments kind={thing.kind} id={thing.id} count={count} keys={false} enabled={data.policies.can_comment || data.policies.can_join} />
}

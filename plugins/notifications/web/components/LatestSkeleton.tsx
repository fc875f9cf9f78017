/** Stands in for the latest notices until they are there. */
import { Loading, Skeleton } from '@atrium/sdk/web'

export const LatestSkeleton = () => (
  <Loading>
    <div className="grid gap-3 p-3">
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} w="100%" h={56} />
      ))}
    </div>
  </Loading>
)
